import { nextOpening } from '@parley/contract/business-hours/business-time'
import type { Db } from '../../db/pool.ts'
import { findOwnCalendar } from '../business-hours/team-calendars.ts'

/** `now` during business hours, otherwise when they open next; null for never. A team without business hours is always open. */
export async function findNextOpening(db: Db, team_id: number, now: Date): Promise<Date | null> {
  const own = await findOwnCalendar(db, team_id)
  return own ? nextOpening(own.calendar, now) : now
}
