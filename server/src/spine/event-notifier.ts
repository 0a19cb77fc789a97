import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

const channel = 'parley_events'

// A commit that nobody announced (a crash between commit and notify) is found by the next look.
const pollMs = 1000
const coalesceMs = 4

export type EventNotifier = {
  /** Tells every node that there is something new; many calls within 4 ms become one. */
  announce(): void
  /** Calls back on every announcement, and at least once a second. Returns how to stop. */
  listen(onEvents: () => void): () => void
  stop(): Promise<void>
}

/** LISTEN/NOTIFY with a polling fall-back. NOTIFY runs outside the writing transaction: inside, it would serialise all commits. */
export async function startEventNotifier(
  pool: pg.Pool,
  connectionString: string,
  log: Log,
): Promise<EventNotifier> {
  const listeners = new Set<() => void>()
  const notifyAll = () => {
    for (const listener of listeners) listener()
  }
  let pending: NodeJS.Timeout | undefined
  const listener = await keepListening(connectionString, notifyAll, log)
  const poll = setInterval(notifyAll, pollMs)
  poll.unref()

  return {
    announce() {
      pending ??= setTimeout(() => {
        pending = undefined
        pool
          .query('select pg_notify($1, $2)', [channel, ''])
          .catch((error: Error) => log.warn({ reason: error.message }, 'could not announce'))
      }, coalesceMs)
    },
    listen(onEvents) {
      listeners.add(onEvents)
      return () => listeners.delete(onEvents)
    },
    async stop() {
      clearTimeout(pending)
      clearInterval(poll)
      listeners.clear()
      await listener.stop()
    },
  }
}

const reconnectMs = 1000

/** One connection that listens, made anew whenever it is lost. Throws when the first one can't be made. */
async function keepListening(
  connectionString: string,
  onNotification: () => void,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const connect = async () => {
    const client = new pg.Client({
      connectionString,
      application_name: 'parley listen',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client.on('notification', onNotification)
    client.on('error', () => {}) // 'end' follows
    const lost = new Promise<void>((resolve) => client.once('end', resolve))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      return { client, lost }
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }
  let current = await connect()
  const keep = async () => {
    for (;;) {
      await current.lost
      if (stopping.signal.aborted) return
      log.warn('lost the event listener')
      for (let isConnected = false; !isConnected; ) {
        await wait(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        isConnected = await connect().then(
          (next) => {
            current = next
            return true
          },
          () => false,
        )
      }
      if (stopping.signal.aborted) await current.client.end().catch(() => {})
      onNotification()
    }
  }
  const keeping = keep()
  return {
    async stop() {
      stopping.abort()
      await current.client.end().catch(() => {})
      await keeping
    },
  }
}
