import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { horizon } from '../spine/read-events.ts'
import { eventually } from './web-sockets.ts'

/** Waits until every event recorded so far is readable: a transaction that is still running holds back the newest ones. */
export const waitUntilEventsReadable = (db: Db): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql<{ is: boolean }>`
      select not exists (select from events where xid >= ${horizon}) as is`.execute(db)
    return rows[0]?.is === true
  })
