import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './log.ts'
import { type TransientKind, transientKind } from './transient-error.ts'

const maxBackoffMs = 5_000
/** An unreadable file is a configuration error, so `storage` ends the start. */
const retriedKinds: ReadonlySet<TransientKind | null> = new Set([
  'database',
  'network',
  'conflict',
  'resources',
])

/** Retries a step of the start with back-off while the database is unreachable. Throws any other error. */
export async function retryTransient<T>(
  step: string,
  work: () => Promise<T>,
  log: Pick<Log, 'warn'>,
  initialBackoffMs = 250,
): Promise<T> {
  for (let backoff = initialBackoffMs; ; backoff = Math.min(2 * backoff, maxBackoffMs)) {
    try {
      return await work()
    } catch (error) {
      if (!retriedKinds.has(transientKind(error))) throw error
      log.warn({ step, reason: (error as Error).message }, 'a start-up step failed and will be retried')
      await wait(backoff)
    }
  }
}
