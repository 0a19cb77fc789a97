import {
  type reportFirstResponses as contract,
  type FirstResponses,
  firstResponseBuckets,
} from '@parley/contract/reports/reports'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import { bucketStart, type Histogram } from '../rollups/histogram.ts'
import { readTimes } from './aggregates.ts'
import { readScope } from './report-scope.ts'

/** Uses the histogram buckets of the rollups; every bar starts at a bucket boundary. */
export async function readFirstResponses(
  db: Db,
  query: z.output<typeof contract.query>,
): Promise<FirstResponses> {
  const scope = await readScope(db, query)
  const [times] = await readTimes(db, scope, null, ['first_response'])
  const count = (histogram: Histogram = [], from: number, to = Number.POSITIVE_INFINITY) =>
    histogram.reduce(
      (sum, n, step) => (bucketStart(step) >= from && bucketStart(step) < to ? sum + n : sum),
      0,
    )
  return {
    time_zone: scope.time_zone,
    bars: firstResponseBuckets.map((from_seconds, bar) => {
      const to_seconds = firstResponseBuckets[bar + 1]
      return {
        from_seconds,
        to_seconds: to_seconds ?? null,
        wall: count(times?.wall, from_seconds, to_seconds),
        business: count(times?.business, from_seconds, to_seconds),
      }
    }),
  }
}
