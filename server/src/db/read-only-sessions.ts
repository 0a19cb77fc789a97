import type { EventEmitter } from 'node:events'
import type pg from 'pg'

const readOnlyTransaction = '25006'

/**
 * Closes connections on which a write was refused as read-only, when they are returned to the pool. A session keeps the
 * `default_transaction_read_only` it started with, so it would refuse writes for as long as the pool uses it, even after
 * the database has become writable again.
 */
export function closeReadOnlySessions(pool: pg.Pool): void {
  const refused = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    // The driver's types omit `connection`. It emits every error response, whichever code sent the query.
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyTransaction) refused.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    // The pool removes clients that are ending.
    if (refused.has(client)) client.end().catch(() => {})
  })
}
