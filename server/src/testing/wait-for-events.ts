import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { eventually } from './web-sockets.ts'

/**
 * Waits until every event recorded so far is readable, and stays readable. `spine_horizon` can fall back for a moment when a transaction
 * in another test's database ends while it looks, so this waits for all transactions of the server.
 */
export const waitUntilEventsReadable = (db: Db): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql<{ is: boolean }>`
      select not exists (
        select from events where xid >= spine_position(pg_snapshot_xmin(pg_current_snapshot()))
      ) as is`.execute(db)
    return rows[0]?.is === true
  })
