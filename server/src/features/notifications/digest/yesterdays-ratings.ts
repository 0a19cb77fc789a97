import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { nextOccurrenceOfHour } from './digest-time.ts'
import { agentTimeZone } from './schedule-digest.ts'

const hour = 3_600_000

/** Number and average of the ratings that the agent received yesterday, in the agent's time zone; null without any. */
export async function readYesterdaysRatings(
  db: Db,
  agent_id: number,
  now: Date,
): Promise<{ count: number; average: number } | null> {
  const zone = await agentTimeZone(db, agent_id)
  const today = nextOccurrenceOfHour(0, zone, new Date(now.getTime() - 24 * hour))
  // A day has up to 25 hours.
  const yesterday = nextOccurrenceOfHour(0, zone, new Date(today.getTime() - 26 * hour))
  const { rows } = await sql<{ count: number; average: number | null }>`
    select count(*)::int as count, avg(rating)::float8 as average from csat_surveys
    where agent_id = ${agent_id} and answered_at >= ${yesterday} and answered_at < ${today}`.execute(db)
  const { count = 0, average = null } = rows[0] ?? {}
  return average === null ? null : { count, average }
}
