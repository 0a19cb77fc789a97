import pg from 'pg'
import type { Log } from '../../../log.ts'

/** Decides which node watches which inbox, using session-level advisory locks on a dedicated connection. */
export type MailboxOwnership = {
  /** Returns true if this node owns the inbox, now or already before. */
  tryAcquire(inbox_id: number): Promise<boolean>
  release(inbox_id: number): Promise<void>
  stop(): Promise<void>
}

const lockClass = 7275542

/**
 * `onLost` is called when the connection breaks. The database then releases the locks, so all watchers must stop
 * before another node starts.
 */
export function startMailboxOwnership(
  connectionString: string,
  log: Log,
  onLost: () => void,
): MailboxOwnership {
  const owned = new Set<number>()
  let client: pg.Client | undefined
  let stopped = false

  const connect = async () => {
    if (client) return client
    const newClient = new pg.Client({
      connectionString,
      application_name: 'parley mailboxes',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    newClient.on('error', (error) => log.warn({ reason: error.message }, 'lost the mailbox locks'))
    newClient.on('end', () => {
      if (client !== newClient) return
      client = undefined
      owned.clear()
      if (!stopped) onLost()
    })
    await newClient.connect()
    client = newClient
    return newClient
  }
  return {
    async tryAcquire(inbox_id) {
      const { rows } = owned.has(inbox_id)
        ? { rows: [{ mine: true }] }
        : await (await connect()).query('select pg_try_advisory_lock($1, $2) as mine', [lockClass, inbox_id])
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
