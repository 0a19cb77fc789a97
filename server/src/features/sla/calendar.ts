import { calendarOf } from '@parley/contract/business-hours'
import type { Calendar } from '@parley/contract/business-time'
import type { Db } from '../../db/pool.ts'
import { type HoursRow, present } from '../business-hours/get.ts'

export type Source = {
  calendar: Calendar
  /** Whose hours they are. */
  of: 'team' | 'workspace'
  /** Their name; null when there are none, and then every moment counts. */
  hours: string | null
  time_zone: string
}

/** The team's hours in the team's zone when it has hours, the workspace's otherwise. Never fails: without any hours all time counts. */
export async function calendarFor(db: Db, team_id: number | null): Promise<Source> {
  const team =
    team_id === null
      ? undefined
      : await db
          .selectFrom('teams as t')
          .innerJoin('business_hours as h', 'h.id', 't.business_hours_id')
          .selectAll('h')
          .select('t.timezone')
          .where('t.id', '=', team_id)
          .executeTakeFirst()
  if (team) return sourceOf('team', team, team.timezone)
  const settings = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['app.business_hours_id', 'app.timezone'])
    .execute()
  const value = (key: string) => String(settings.find((row) => row.key === key)?.value ?? '')
  const hours_id = Number(value('app.business_hours_id'))
  const hours = hours_id
    ? await db.selectFrom('business_hours').selectAll().where('id', '=', hours_id).executeTakeFirst()
    : undefined
  return sourceOf('workspace', hours, value('app.timezone') || 'UTC')
}

const sourceOf = (of: Source['of'], hours: HoursRow | undefined, time_zone: string): Source => ({
  calendar: calendarOf(hours ? present(hours) : { is_always_open: true, hours: {}, holidays: [] }, time_zone),
  of,
  hours: hours?.name ?? null,
  time_zone,
})
