import { offsetAt } from '@parley/contract/business-hours/time-zone-offset'
import type { BusiestHours, reportBusiestHours as contract } from '@parley/contract/reports/reports'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import { readSlotCounts } from './aggregates.ts'
import { readScope } from './report-scope.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export async function readBusiestHours(
  db: Db,
  query: z.output<typeof contract.query>,
): Promise<BusiestHours> {
  const scope = await readScope(db, query)
  const counts = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  const localOf = localTime(scope.time_zone)
  await readSlotCounts(db, scope, { grain: 'hour', measure: query.measure }, ({ at, count }) => {
    const hours = Math.floor(localOf(at) / HOUR)
    // 1 January 1970 was a Thursday.
    const day = counts[(Math.floor(hours / 24) + 3) % 7]
    if (day) day[hours % 24] = (day[hours % 24] ?? 0) + count
  })
  return { time_zone: scope.time_zone, counts }
}

/** The UTC offset changes at most once a day, so a day with the same offset at both ends needs only two lookups. */
function localTime(time_zone: string) {
  const offsets = new Map<number, number | null>()
  const offsetOn = (day: number) => {
    const cached = offsets.get(day)
    if (cached !== undefined) return cached
    const [first, last] = [offsetAt(time_zone, day * DAY), offsetAt(time_zone, (day + 1) * DAY - 1)]
    offsets.set(day, first === last ? first : null)
    return first === last ? first : null
  }
  return (at: number) => at + (offsetOn(Math.floor(at / DAY)) ?? offsetAt(time_zone, at))
}
