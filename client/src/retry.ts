import type { Operation } from './generated/operations.ts'

/** What came of one try: an answer's status, or none at all. */
export type Failure = { status: number | null; retry_after_s: number | null }

/**
 * Whether doing it again can do no harm. Reading never does; a POST with an Idempotency-Key is done once. Of the rest only 429 says for
 * certain that nothing was done: some PUTs switch things over, and a second DELETE would find nothing.
 */
export function isRetryable(operation: Operation, { status }: Failure): boolean {
  if (status === 429) return true
  if (status !== null && status !== 502 && status !== 503 && status !== 504) return false
  return operation.method === 'GET' || operation.key === true
}

const maxBackoff_ms = 30_000

/** Milliseconds before try number `attempt` + 1: what the server asked for, else doubling from a quarter of a second, scattered so that many do not come back at once. */
export function backoffMs(attempt: number, { retry_after_s }: Failure, random = Math.random()): number {
  if (retry_after_s !== null) return retry_after_s * 1000 * (1 + random / 10)
  return Math.min(250 * 2 ** (attempt - 1), maxBackoff_ms) * (0.5 + random / 2)
}

/** Asked to wait longer than this, a call fails instead: its caller should know. */
export const exceedsMaxBackoff = ({ retry_after_s }: Failure): boolean =>
  (retry_after_s ?? 0) * 1000 > maxBackoff_ms

/** Resolves after so long, and rejects with its reason when the signal comes first. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
