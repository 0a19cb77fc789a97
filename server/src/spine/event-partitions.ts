import { sql } from 'kysely'
import { isLockTimeout } from '../db/lock-timeout.ts'
import type { Db } from '../db/pool.ts'

/** While this waits for the table, such as for a backup that reads it for an hour, everyone who writes events waits behind it. */
const lockTimeout = '500ms'

/**
 * Creates the partitions of `events` for the year of `now` and of two months later (in UTC). Runs at start before the first event, and
 * periodically, so there are weeks left if the table is in use now. A year that already has events in the default partition stays there;
 * one that began with a partition per month, as earlier releases made them, goes on with them.
 */
export async function ensureEventPartitions(db: Db, now: Date): Promise<void> {
  const create = db.transaction().execute(async (trx) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(hashtext('event partitions'))`.execute(trx)
    await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx)
    await sql`select ensure_events_partition(${now}::timestamptz + make_interval(months => n)) from generate_series(0, 2) n`.execute(
      trx,
    )
  })
  await create.catch((error) => {
    if (!isLockTimeout(error)) throw error
  })
}
