import { toCalendar } from '@parley/contract/business-hours/business-hours'
import type { Calendar } from '@parley/contract/business-hours/business-time'
import type { Db } from '../../db/pool.ts'
import { type HoursRow, presentBusinessHours } from './business-hours.ts'

export type CalendarSource = {
  calendar: Calendar
  /** Whose business hours they are. */
  of: 'team' | 'workspace'
  /** The name of the business hours; null when there are none and all time counts. */
  hours: string | null
  time_zone: string
}

/**
 * The team's business hours in the team's time zone if it has any, otherwise the workspace's (docs/spec/wire.md#sla-policies). Never fails: without
 * business hours, all time counts.
 */
export const readTeamCalendar = async (db: Db, team_id: number | null): Promise<CalendarSource> =>
  (team_id === null ? undefined : await findOwnCalendar(db, team_id)) ?? readWorkspaceCalendar(db)

/** The same for all teams at once, for many lookups. */
export async function readAllCalendars(db: Db): Promise<(team_id: number | null) => CalendarSource> {
  const own = new Map((await teamsWithHours(db).execute()).map((row) => [row.team_id, teamSource(row)]))
  const workspace = await readWorkspaceCalendar(db)
  return (team_id) => (team_id === null ? undefined : own.get(team_id)) ?? workspace
}

/** The team's own business hours; undefined when it has none. */
export async function findOwnCalendar(db: Db, team_id: number): Promise<CalendarSource | undefined> {
  const row = await teamsWithHours(db).where('t.id', '=', team_id).executeTakeFirst()
  return row && teamSource(row)
}

const teamsWithHours = (db: Db) =>
  db
    .selectFrom('teams as t')
    .innerJoin('business_hours as h', 'h.id', 't.business_hours_id')
    .selectAll('h')
    .select(['t.id as team_id', 't.timezone'])

async function readWorkspaceCalendar(db: Db): Promise<CalendarSource> {
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
  return createSource('workspace', hours, value('app.timezone') || 'UTC')
}

const teamSource = (row: HoursRow & { timezone: string }): CalendarSource =>
  createSource('team', row, row.timezone)

const createSource = (
  of: CalendarSource['of'],
  hours: HoursRow | undefined,
  time_zone: string,
): CalendarSource => ({
  calendar: toCalendar(
    hours ? presentBusinessHours(hours) : { is_always_open: true, hours: {}, holidays: [] },
    time_zone,
  ),
  of,
  hours: hours?.name ?? null,
  time_zone,
})
