import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** In ms. Nobody waits longer for a list, and twelve such calls at once would keep everybody else from the database. */
export const statementTimeoutMs = 5_000

/**
 * Reads what somebody else's conditions ask for, such as a text anywhere in a million subjects: each statement ends after `longestRead`,
 * and the caller is told to ask for less (errors.ts). The transaction is there for the setting, and only reads.
 */
export const withStatementTimeout = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(trx)
      return read(trx)
    })
