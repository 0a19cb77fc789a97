export type Point = { hours: number; value: number }

/** The slope per hour of the line with the least squares through the points, and its standard error. */
export function fitLine(points: readonly Point[]): { per_hour: number; error: number } {
  const n = points.length
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / n
  const meanHours = mean(points.map(({ hours }) => hours))
  const meanValue = mean(points.map(({ value }) => value))
  const spread = points.reduce((sum, { hours }) => sum + (hours - meanHours) ** 2, 0)
  const per_hour =
    points.reduce((sum, { hours, value }) => sum + (hours - meanHours) * (value - meanValue), 0) / spread
  const squares = points.reduce(
    (sum, { hours, value }) => sum + (value - meanValue - per_hour * (hours - meanHours)) ** 2,
    0,
  )
  return { per_hour, error: Math.sqrt(squares / (n - 2) / spread) }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** By how much the median of the last third exceeds that of the first: what comes and goes doesn't count. */
export function growth(values: readonly number[]): number {
  const third = Math.floor(values.length / 3)
  return median(values.slice(-third)) - median(values.slice(0, third))
}
