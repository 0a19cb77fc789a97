import pg from 'pg'
import type { Log } from '../../../log.ts'

/** Says which node watches which inbox: session locks on one connection of its own. */
export type MailboxOwnership = {
  /** True when this node has the inbox, now or since before. */
  tryAcquire(inbox_id: number): Promise<boolean>
  release(inbox_id: number): Promise<void>
  stop(): Promise<void>
}

const lockClass = 7275542

/**
 * `lost` is called when the connection breaks: the database gives the locks away then, so every watcher must end before another
 * node begins.
 */
export function startMailboxOwnership(
  connectionString: string,
  log: Log,
  onLost: () => void,
): MailboxOwnership {
  const owned = new Set<number>()
  let client: pg.Client | undefined
  let stopped = false

  const connected = async () => {
    if (client) return client
    const next = new pg.Client({
      connectionString,
      application_name: 'parley mailboxes',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    next.on('error', (error) => log.warn({ reason: error.message }, 'lost the locks on mailboxes'))
    next.on('end', () => {
      if (client !== next) return
      client = undefined
      owned.clear()
      if (!stopped) onLost()
    })
    await next.connect()
    client = next
    return next
  }
  return {
    async tryAcquire(inbox_id) {
      const { rows } = owned.has(inbox_id)
        ? { rows: [{ mine: true }] }
        : await (await connected()).query('select pg_try_advisory_lock($1, $2) as mine', [
            lockClass,
            inbox_id,
          ])
      if (rows[0]?.mine) owned.add(inbox_id)
      return owned.has(inbox_id)
    },
    async release(inbox_id) {
      if (!owned.delete(inbox_id)) return
      await client?.query('select pg_advisory_unlock($1, $2)', [lockClass, inbox_id])
    },
    async stop() {
      stopped = true
      await client?.end().catch(() => {})
    },
  }
}
