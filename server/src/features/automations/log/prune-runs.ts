import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

const day = 86_400_000
/** Runs that did nothing are kept for a shorter time. */
const retentionMs = { acted: 90 * day, other: 30 * day, mails: day }
const batchSize = 5_000

/**
 * Periodic cleanup: keeps rule runs for three months, unmatched time-based runs for one, and email counts for a day (only the last hour is
 * counted).
 */
export async function pruneRuns(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const deleteBatches = [
    () =>
      sql`delete from automation_runs where id in (
      select id from automation_runs where at < ${before(retentionMs.other)} and (outcome = 'not_matched' or at < ${before(retentionMs.acted)})
      order by at limit ${batchSize})`.execute(db),
    () =>
      sql`delete from automation_mails where id in (
      select id from automation_mails where at < ${before(retentionMs.mails)} order by at limit ${batchSize})`.execute(
        db,
      ),
  ]
  for (const deleteBatch of deleteBatches)
    for (let deleted = batchSize; deleted === batchSize; )
      deleted = Number((await deleteBatch()).numAffectedRows ?? 0n)
}
