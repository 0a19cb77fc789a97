import { setTimeout as wait } from 'node:timers/promises'
import type { Log, Running } from './embedded-launch.ts'

/** Whether the server runs, since when, and what it said when it last ended by itself. */
export type ServerStatus = { running: boolean; since: Date; restarts: number; last_words: string | null }

export type Supervised = { status(): ServerStatus; stop(): Promise<void> }

const firstPauseMs = 200
const longestPauseMs = 15_000
const stableAfterMs = 30_000

/**
 * Keeps a server running: whatever ends it, it is started again, at once and then after growing pauses, for as long as it takes. `restart`
 * starts it on the same port, so that connection strings stay valid.
 */
export function supervise(
  first: Running,
  restart: () => Promise<Running>,
  log: Log,
  first_pause_ms = firstPauseMs,
): Supervised {
  const stopping = new AbortController()
  let status: ServerStatus = { running: true, since: new Date(), restarts: 0, last_words: null }

  let pause = 0
  const watch = async () => {
    for (let server: Running | null = first; server; server = await startAgain()) {
      const began = Date.now()
      const last_words = await Promise.race([server.ended, aborted(stopping.signal)])
      if (last_words === null) return server.stop()
      log.warn(`PostgreSQL ended by itself and is started again: ${lastLine(last_words)}`)
      status = { ...status, running: false, since: new Date(), last_words }
      // One that ends soon after each start is not started in a tight loop.
      if (Date.now() - began > stableAfterMs) pause = 0
    }
  }
  const startAgain = async (): Promise<Running | null> => {
    while (!stopping.signal.aborted) {
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
      pause = Math.min(Math.max(pause * 2, first_pause_ms), longestPauseMs)
      try {
        const server = await restart()
        status = { ...status, running: true, since: new Date(), restarts: status.restarts + 1 }
        log.info('PostgreSQL runs again')
        return server
      } catch (error) {
        const { message } = error as Error
        status = { ...status, last_words: message }
        log.warn(`PostgreSQL does not start, next try in ${pause / 1000} s: ${lastLine(message)}`)
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

const lastLine = (words: string) => words.trim().split('\n').at(-1) || 'without a word'
