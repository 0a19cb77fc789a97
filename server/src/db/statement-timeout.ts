import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** In ms. No request waits longer for a list, and twelve such queries at once would use up the connection pool. */
export const statementTimeoutMs = 5_000

const searchTimeouts = new WeakSet<object>()

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
    .catch((error: Error & { code?: string }) => {
      // A caller that brings its own limit doesn't run what someone entered.
      if (error.code === '57014' && !otherSettings.statement_timeout) searchTimeouts.add(error)
      throw error
    })

/** Whether the statement was cancelled because of conditions that the caller can narrow. */
export const isSearchTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && searchTimeouts.has(error)
