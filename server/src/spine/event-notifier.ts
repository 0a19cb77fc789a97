import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { keepAliveOptions } from '../db/keep-alive.ts'
import type { Log } from '../log.ts'

const channel = 'parley_events'
const signalChannel = 'parley_signals'

// A commit without a notification (a crash between commit and notify) is found by the next poll.
const pollMs = 1000
const coalesceMs = 4
/** Under load, listeners read more events at a time instead of reading more often. */
const minIntervalMs = 25

export type EventNotifier = {
  /** Notifies all nodes of new events within 4 ms, or 25 ms after the last notification. */
  announce(): void
  /** Calls back on every notification and at least once a second. Returns a function to stop. */
  listen(onEvents: () => void): () => void
  /**
   * Sends a text of at most 7,500 bytes to all nodes, for what is too frequent or too short-lived to be an event. Those of one node
   * arrive in order. They can get lost, so nothing may depend on one alone.
   */
  signal(text: string): void
  onSignal(listener: (text: string) => void): () => void
  stop(): Promise<void>
}

/** LISTEN/NOTIFY with polling as a fallback. NOTIFY runs outside the writing transaction, because inside it would serialise all commits. */
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
  let notifiedAt = Number.NEGATIVE_INFINITY
  const sendSignal = sendInOrder(pool, log)
  const signalListeners = new Set<(text: string) => void>()
  const receive = (notification?: pg.Notification) => {
    if (notification?.channel !== signalChannel) return notifyAll()
    for (const listener of signalListeners) listener(notification.payload ?? '')
  }
  const listener = await keepListening(connectionString, receive, log)
  const poll = setInterval(notifyAll, pollMs)
  poll.unref()

  return {
    announce() {
      const delay = Math.max(coalesceMs, notifiedAt + minIntervalMs - performance.now())
      pending ??= setTimeout(() => {
        pending = undefined
        notifiedAt = performance.now()
        pool
          .query('select pg_notify($1, $2)', [channel, ''])
          .catch((error: Error) =>
            log.warn({ reason: error.message }, 'could not notify other nodes of new events'),
          )
      }, delay)
    },
    listen(onEvents) {
      listeners.add(onEvents)
      return () => listeners.delete(onEvents)
    },
    signal(text) {
      sendSignal(text)
    },
    onSignal(onText) {
      signalListeners.add(onText)
      return () => signalListeners.delete(onText)
    },
    async stop() {
      clearTimeout(pending)
      clearInterval(poll)
      listeners.clear()
      signalListeners.clear()
      await listener.stop()
    },
  }
}

/** PostgreSQL refuses longer ones. */
const maxSignalBytes = 7_500

/** One query at a time, because queries on several connections can overtake each other. It sends all signals that are waiting. */
function sendInOrder(pool: pg.Pool, log: Log): (text: string) => void {
  const waiting: string[] = []
  let isSending = false
  const send = async () => {
    isSending = true
    while (waiting.length > 0) {
      const texts = waiting.splice(0)
      // The order of a plain select from unnest is the order of the array.
      await pool
        .query('select pg_notify($1, signal) from unnest($2::text[]) signal', [signalChannel, texts])
        .catch((error: Error) => log.warn({ reason: error.message }, 'could not send signals to other nodes'))
    }
    isSending = false
  }
  return (text) => {
    if (Buffer.byteLength(text) > maxSignalBytes) return log.warn('a signal was too long to be sent')
    waiting.push(text)
    if (!isSending) void send()
  }
}

const reconnectMs = 1000

/** A listening connection that reconnects when lost. Throws when the first connection fails. */
async function keepListening(
  connectionString: string,
  onNotification: (notification?: pg.Notification) => void,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const connect = async () => {
    const client = new pg.Client({
      connectionString,
      application_name: 'parley listen',
      ...keepAliveOptions,
      connectionTimeoutMillis: 10_000,
    })
    client.on('notification', onNotification)
    client.on('error', () => {}) // 'end' follows
    const lost = new Promise<void>((resolve) => client.once('end', resolve))
    try {
      await client.connect()
      await client.query(`listen ${channel}; listen ${signalChannel}`)
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
      log.warn('lost the connection that listens for events')
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
