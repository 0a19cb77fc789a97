import { calendarOf } from '@parley/contract/business-hours'
import { nextOpening } from '@parley/contract/business-time'
import type { Db } from '../../db/pool.ts'
import { getHours, present } from '../business-hours/get.ts'
import type { TeamRow } from '../teams/get.ts'

/** `now` while the team works, else when it opens next; null for never. A team without hours of its own always works. */
export async function openingOf(
  db: Db,
  team: Pick<TeamRow, 'business_hours_id' | 'timezone'>,
  now: Date,
): Promise<Date | null> {
  if (team.business_hours_id === null) return now
  const hours = present(await getHours(db, team.business_hours_id))
  return nextOpening(calendarOf(hours, team.timezone), now)
}
