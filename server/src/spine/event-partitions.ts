import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/**
 * Creates the partitions of `events` for the month of `now` and the next two (in UTC). Runs at start before the first event, and
 * periodically. A month that already has events in the default partition stays there.
 */
export async function ensureEventPartitions(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(hashtext('event partitions'))`.execute(trx)
    await sql`select ensure_events_partition(${now}::timestamptz + make_interval(months => n)) from generate_series(0, 2) n`.execute(
      trx,
    )
  })
}
