import type { BusiestHours, reportBusiestHours as contract } from '@parley/contract/reports'
import { offsetAt } from '@parley/contract/zone-offset'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { readSlots } from './cells.ts'
import { scopeOf } from './scope.ts'

const HOUR = 3_600_000

export async function readBusiestHours(
  db: Db,
  query: z.output<typeof contract.query>,
): Promise<BusiestHours> {
  const scope = await scopeOf(db, query)
  const counts = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  for (const { slot, count } of await readSlots(db, scope, 'hour', query.measure)) {
    const hours = Math.floor((slot.getTime() + offsetAt(scope.time_zone, slot.getTime())) / HOUR)
    // 1970 began on a Thursday.
    const day = counts[(Math.floor(hours / 24) + 3) % 7]
    if (day) day[hours % 24] = (day[hours % 24] ?? 0) + count
  }
  return { time_zone: scope.time_zone, counts }
}
