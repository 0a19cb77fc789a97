const minuteMs = 60_000
const retryDelaysMs = [0.5, 1, 2, 5, 10, 20, 40, 60, 120, 180].map((pause) => pause * minuteMs)
/** With four hours between the later attempts, the retries span two days. */
const maxAttempts = 20

/**
 * Milliseconds until the next attempt, with 20 % jitter so that a server that recovers is not flooded. Null after the
 * last attempt.
 */
export function retryDelayMs(attempts: number): number | null {
  if (attempts >= maxAttempts) return null
  return Math.round((retryDelaysMs[attempts - 1] ?? 240 * minuteMs) * (0.8 + 0.4 * Math.random()))
}
