/** Upper bounds of the durations of requests in seconds, in metrics and on the System page; a last bucket has no bound. */
export const requestBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const bucketOf = (seconds: number): number => {
  const index = requestBuckets.findIndex((bound) => seconds <= bound)
  return index === -1 ? requestBuckets.length : index
}

/**
 * About how long a share of the requests took at most, in seconds, from how many fell into each bucket: interpolated within the bucket, as
 * Prometheus's histogram_quantile does. Null without requests.
 */
export function estimateQuantile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = share * total
  let below = 0
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const upper = requestBuckets[index]
      const lower = requestBuckets[index - 1] ?? 0
      // Without a bound, all that is known is that it took longer.
      return upper === undefined ? lower : lower + (upper - lower) * ((rank - below) / count)
    }
    below += count
  }
  return requestBuckets.at(-1) ?? null
}
