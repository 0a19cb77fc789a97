import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { type TransientKind, transientKind } from '../transient-error.ts'

const maxBackoffMs = 5_000
/** A file that may not be read is a setting to correct, so `storage` ends the start. */
const retriedKinds: ReadonlySet<TransientKind | null> = new Set([
  'database',
  'network',
  'conflict',
  'resources',
])

/** Repeats a step of the start, with growing pauses, while the database can't be reached. Any other error is thrown. */
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
      log.warn({ step, reason: (error as Error).message }, 'a step of the start failed and is tried again')
      await wait(backoff)
    }
  }
}
