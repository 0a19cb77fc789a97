import { setTimeout as wait } from 'node:timers/promises'
import type { Log, RunningServer } from './launch.ts'

/** Whether the server is running, since when, and its output when it last ended unexpectedly. */
export type ServerStatus = { running: boolean; since: Date; restarts: number; last_output: string | null }

export type Supervised = { status(): ServerStatus; stop(): Promise<void> }

const initialBackoffMs = 200
const maxBackoffMs = 15_000
const stableUptimeMs = 5_000

/**
 * Keeps a server running: restarts it whenever it ends, immediately at first and then with exponential back-off, indefinitely.
 * `restart` uses the same port, so connection strings stay valid.
 */
export function supervise(
  initial: RunningServer,
  restart: () => Promise<RunningServer>,
  log: Log,
  initial_backoff_ms = initialBackoffMs,
): Supervised {
  const stopping = new AbortController()
  let status: ServerStatus = { running: true, since: new Date(), restarts: 0, last_output: null }

  let backoff = 0
  const watch = async () => {
    for (let server: RunningServer | null = initial; server; server = await restartWithBackoff()) {
      const started_at = Date.now()
      const last_output = await Promise.race([server.exited, aborted(stopping.signal)])
      if (last_output === null) return server.stop()
      log.warn(`PostgreSQL ended unexpectedly and is being restarted: ${lastLineOf(last_output)}`)
      status = { ...status, running: false, since: new Date(), last_output }
      // Back off when the server repeatedly ends soon after starting.
      if (Date.now() - started_at > stableUptimeMs) backoff = 0
    }
  }
  const restartWithBackoff = async (): Promise<RunningServer | null> => {
    while (!stopping.signal.aborted) {
      await wait(backoff, undefined, { signal: stopping.signal }).catch(() => {})
      backoff = Math.min(Math.max(backoff * 2, initial_backoff_ms), maxBackoffMs)
      try {
        const server = await restart()
        status = { ...status, running: true, since: new Date(), restarts: status.restarts + 1 }
        log.info('PostgreSQL is running again')
        return server
      } catch (error) {
        const { message } = error as Error
        status = { ...status, last_output: message }
        log.warn(`PostgreSQL failed to start, retrying in ${backoff / 1000} s: ${lastLineOf(message)}`)
      }
    }
    return null
  }
  const watching = watch()
  return {
    status: () => status,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })

const lastLineOf = (output: string) => output.trim().split('\n').at(-1) || 'no output'
