import type { Operation } from './generated/operations.ts'

/** The result of a failed attempt: the response status, or null if there was no response. */
export type Failure = { status: number | null; retry_after_s: number | null }

/**
 * Whether retrying is safe: reads always, POSTs with an Idempotency-Key because they run once. For all others only 429 guarantees that
 * nothing was done: some PUTs toggle, and a second DELETE would find nothing.
 */
export function isRetryable(operation: Operation, { status }: Failure): boolean {
  if (status === 429) return true
  if (status !== null && status !== 502 && status !== 503 && status !== 504) return false
  return operation.method === 'GET' || operation.key === true
}

const maxBackoff_ms = 30_000

/** Milliseconds to wait before the next attempt: the server's Retry-After, otherwise exponential back-off from 250 ms with jitter. */
export function backoffMs(attempt: number, { retry_after_s }: Failure, random = Math.random()): number {
  if (retry_after_s !== null) return retry_after_s * 1000 * (1 + random / 10)
  return Math.min(250 * 2 ** (attempt - 1), maxBackoff_ms) * (0.5 + random / 2)
}

/** If the server asks for a longer wait, the call fails instead, so that its caller knows. */
export const exceedsMaxBackoff = ({ retry_after_s }: Failure): boolean =>
  (retry_after_s ?? 0) * 1000 > maxBackoff_ms

/** Resolves after the time, or rejects with the signal's reason if it aborts first. */
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
