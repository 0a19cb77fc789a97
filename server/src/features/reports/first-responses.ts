import {
  type reportFirstResponses as contract,
  type FirstResponses,
  firstResponseBars,
} from '@parley/contract/reports'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { factsIn, scopeOf } from './scope.ts'

/** Counted fact by fact, for the bars do not begin where the steps do. */
export async function readFirstResponses(
  db: Db,
  query: z.output<typeof contract.query>,
): Promise<FirstResponses> {
  const scope = await scopeOf(db, query)
  const { rows } = await sql<{ hours: 'wall' | 'business'; bar: number; count: number }>`
    select t.hours, width_bucket(t.seconds, ${[...firstResponseBars]}::int[]) - 1 as bar, count(*)::bigint as count
    from report_facts f cross join lateral (values ('wall', f.wall_seconds), ('business', f.business_seconds)) t (hours, seconds)
    where f.kind = 'first_response' and ${factsIn(scope)} group by 1, 2`.execute(db)
  const count = (hours: 'wall' | 'business', bar: number) =>
    rows.find((row) => row.hours === hours && row.bar === bar)?.count ?? 0
  return {
    time_zone: scope.time_zone,
    bars: firstResponseBars.map((from_seconds, bar) => ({
      from_seconds,
      to_seconds: firstResponseBars[bar + 1] ?? null,
      wall: count('wall', bar),
      business: count('business', bar),
    })),
  }
}
