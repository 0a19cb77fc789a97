import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { eventually } from './web-sockets.ts'

/** Waits until every event recorded so far is readable: transactions in other databases of the same server can briefly hold back the newest ones. */
export const waitUntilEventsReadable = (db: Db): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql<{ is: boolean }>`
      select not exists (select from events where xid >= pg_snapshot_xmin(pg_current_snapshot())) as is`.execute(
      db,
    )
    return rows[0]?.is === true
  })
