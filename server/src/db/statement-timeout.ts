import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** In ms. No request waits longer for a list, and twelve such queries at once would use up the connection pool. */
export const statementTimeoutMs = 5_000

/**
 * Runs reads with user-defined conditions, such as a substring search in a million subjects. Each statement ends after
 * `statementTimeoutMs`, and the error tells the caller to narrow the query (errors.ts). The read-only transaction only scopes the setting,
 * and others that the reads need.
 */
export const withStatementTimeout = <T>(
  db: Db,
  read: (trx: Db) => Promise<T>,
  otherSettings: Record<string, string> = {},
): Promise<T> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      const settings = { statement_timeout: String(statementTimeoutMs), ...otherSettings }
      const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
      await sql`select ${sql.join(calls)}`.execute(trx)
      return read(trx)
    })
