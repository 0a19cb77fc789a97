/** Milliseconds of something done many times. */
export type Percentiles = { count: number; p50: number; p95: number; p99: number }

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  // The smallest value that at least this share of all stays within.
  const at = (share: number) => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0)
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** One thing that was measured, beside what the ideal SQL for the same answer takes. */
export type Timed = {
  name: string
  server: Percentiles
  floor: Percentiles | null
  /** Statements that the server sends to PostgreSQL for one call. */
  queries: number | null
  /** What the issue asks for; null where it asks nothing. */
  bar: { p95: number; times_floor?: number } | null
}

/** Whether it stays below the bar; null without one. */
export function meetsTarget({ server, floor, bar }: Timed): boolean | null {
  if (!bar) return null
  return server.p95 <= bar.p95 && (!floor || !bar.times_floor || server.p95 <= bar.times_floor * floor.p95)
}

/** A figure that is not a time per call. */
export type Figure = {
  name: string
  value: number
  unit: string
  bar: { least?: number; most?: number } | null
}

export const figureMeetsTarget = ({ value, bar }: Figure): boolean | null =>
  bar && (bar.least === undefined || value >= bar.least) && (bar.most === undefined || value <= bar.most)
