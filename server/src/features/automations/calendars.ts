import { calendarOf } from '@parley/contract/business-hours'
import { type Calendar, isOpen } from '@parley/contract/business-time'
import type { Db } from '../../db/pool.ts'
import { type HoursRow, present } from '../business-hours/get.ts'

/** Whether a moment is open for conversations of a team; one without hours and a zone of its own works as the workspace does (api-contract 8.8). */
export type OpenAt = (team_id: number | null, at: Date) => boolean

export async function readOpenAt(db: Db): Promise<OpenAt> {
  const [hours, teams, settings] = await Promise.all([
    db.selectFrom('business_hours').selectAll().execute(),
    db.selectFrom('teams').select(['id', 'business_hours_id', 'timezone']).execute(),
    db
      .selectFrom('settings')
      .select(['key', 'value'])
      .where('key', 'in', ['app.business_hours_id', 'app.timezone'])
      .execute(),
  ])
  const setting = (key: string) => settings.find((one) => one.key === key)?.value
  const calendar = (id: unknown, zone: unknown): Calendar | null => {
    const row = hours.find((one: HoursRow) => String(one.id) === String(id))
    return row && typeof zone === 'string' && zone !== '' ? calendarOf(present(row), zone) : null
  }
  const workspace = calendar(setting('app.business_hours_id'), setting('app.timezone'))
  const ofTeams = new Map(
    teams.map(({ id, business_hours_id, timezone }) => [id, calendar(business_hours_id, timezone)]),
  )
  return (team_id, at) => {
    const own = (team_id !== null && ofTeams.get(team_id)) || workspace
    return own === null || isOpen(own, at)
  }
}
