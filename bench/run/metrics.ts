/** Milliseconds, over many repetitions. */
export type Percentiles = { count: number; p50: number; p95: number; p99: number }

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  // Nearest rank: the smallest value that is at least as large as this share of all values.
  const percentile = (share: number) => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0)
  return { count: sorted.length, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) }
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** One measured operation, beside the time of the ideal SQL for the same answer (the baseline). */
export type Timed = {
  name: string
  server: Percentiles
  baseline: Percentiles | null
  /** Statements that the server sends to PostgreSQL per call. */
  queries: number | null
  /** Rows in the response, of lists. A list that isn't full at one size can't be compared with itself at another. */
  rows?: number
  /** The required target; null when there is none. */
  target: { p95: number; times_baseline?: number } | null
}

/** Whether the operation meets its target; null without one. */
export function meetsTarget({ server, baseline, target }: Timed): boolean | null {
  if (!target) return null
  return (
    server.p95 <= target.p95 &&
    (!baseline || !target.times_baseline || server.p95 <= target.times_baseline * baseline.p95)
  )
}

/** A measurement other than a time per call. */
export type Figure = {
  name: string
  value: number
  unit: string
  target: { least?: number; most?: number } | null
}

export const figureMeetsTarget = ({ value, target }: Figure): boolean | null =>
  target &&
  (target.least === undefined || value >= target.least) &&
  (target.most === undefined || value <= target.most)
