import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

const defaultLimits = { interval_ms: 10_000, probe_timeout_ms: 5_000 }

/** The driver's types omit it. */
type Connection = EventEmitter & { stream: Socket }

const connectionOf = (client: pg.ClientBase) => (client as unknown as { connection: Connection }).connection

/**
 * Closes connections on which a statement waits although its session is gone: the database's machine was lost, or a firewall forgot
 * the connection. TCP repeats what was sent for about 15 minutes before it gives up, and keep-alive only probes connections that are
 * idle. A statement on which nothing moved for 10 to 20 s makes a connection of its own ask whether the session still exists; slow
 * statements go on.
 */
export function closeLostConnections(
  pool: pg.Pool,
  connectionString: string,
  { interval_ms, probe_timeout_ms } = defaultLimits,
): void {
  const sessions = new Map<pg.PoolClient, WatchedSession>()
  pool.on('connect', (client) => sessions.set(client, watchSession(client)))
  pool.on('remove', (client) => sessions.delete(client))
  let isChecking = false
  const check = async () => {
    if (pool.ended) clearInterval(timer)
    const silent = [...sessions.values()].filter((session) => session.isSilent())
    if (silent.length === 0 || isChecking) return
    isChecking = true
    const gone = await findGone(silent, connectionString, probe_timeout_ms)
    isChecking = false
    for (const session of gone) if (session.isSilent()) session.close()
  }
  const timer = setInterval(() => void check(), interval_ms)
  timer.unref()
}

/** A process id alone could be that of another session after a restart or on another server. */
type SessionId = { pid: number; server_start: string }

const sessionIds = new WeakMap<pg.ClientBase, SessionId>()

/** Asks a new connection which session it is. Poolers give their clients process ids of their own: behind them it stays unknown. */
export async function identifySession(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<SessionId>(
    'select pg_backend_pid() as pid, extract(epoch from pg_postmaster_start_time())::text as server_start',
  )
  const { processID } = client as unknown as { processID: number } // the driver's types omit it
  if (rows[0]?.pid === processID) sessionIds.set(client, rows[0])
}

type WatchedSession = {
  /** Null while it is unknown, as behind a pooler. */
  readonly id: SessionId | null
  /** Whether an answer is outstanding and nothing was sent or received since the previous call. */
  isSilent(): boolean
  close(): void
}

function watchSession(client: pg.PoolClient): WatchedSession {
  const connection = connectionOf(client)
  let writtenBeforeAnswer = connection.stream.bytesWritten
  let previous = ''
  connection.on('readyForQuery', () => {
    writtenBeforeAnswer = connection.stream.bytesWritten
  })
  return {
    id: sessionIds.get(client) ?? null,
    isSilent() {
      const { bytesRead, bytesWritten } = connection.stream
      const current = `${bytesRead} ${bytesWritten}`
      const isSilent = bytesWritten > writtenBeforeAnswer && current === previous
      previous = current
      return isSilent
    },
    // The driver fails what waits on the connection with this, and the pool removes it.
    close: () =>
      void connection.stream.destroy(new Error('Connection terminated: the database lost its session')),
  }
}

/** Those that the database doesn't know any more; all of them if its machine can't be reached. */
async function findGone(
  sessions: WatchedSession[],
  connectionString: string,
  timeout_ms: number,
): Promise<WatchedSession[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeout_ms,
    query_timeout: timeout_ms,
  })
  client.on('error', () => {})
  let isReached = false
  connectionOf(client).once('connect', () => {
    isReached = true
  })
  try {
    await client.connect()
    const { rows } = await client.query<SessionId>(
      'select pid, extract(epoch from pg_postmaster_start_time())::text as server_start from pg_stat_activity',
    )
    const isKnown = ({ pid, server_start }: SessionId) =>
      rows.some((row) => row.pid === pid && row.server_start === server_start)
    return sessions.filter(({ id }) => id !== null && !isKnown(id))
  } catch (error) {
    // A server that is reached but has no time or no connection to spare may still be working on them.
    const { code } = error as { code?: string }
    return isReached || code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? [] : sessions
  } finally {
    await client.end().catch(() => {})
  }
}
