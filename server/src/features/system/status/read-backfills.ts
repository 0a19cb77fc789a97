import type { SystemStatus } from '@parley/contract/system/system-status'
import { sql } from 'kysely'
import { readBackfills } from '../../../backfills/read-backfills.ts'
import type { Db } from '../../../db/pool.ts'
import { maxGaugeCount } from '../../../db/read-gauges.ts'

/** Work that continues in the background after an upgrade or an import. */
export async function readUnfinishedBackfills(db: Db): Promise<NonNullable<SystemStatus['backfills']>> {
  const { rows } = await sql<{ queued: number }>`
    select count(*) as queued from (select from file_text_queue limit ${sql.lit(maxGaugeCount)}) queued`.execute(
    db,
  )
  const queued = rows[0]?.queued ?? 0
  const unfinished = (await readBackfills(db))
    .filter(({ finished_at }) => finished_at === null)
    .map(({ name, done, estimate, failure }) => ({
      name,
      remaining: estimate === null ? null : Math.max(estimate - done, 0),
      failure,
    }))
  return [...unfinished, ...(queued > 0 ? [{ name: 'file_texts', remaining: queued, failure: null }] : [])]
}
