import { firstResponseBuckets } from '@parley/contract/reports/reports'

/**
 * Start of each histogram bucket in whole seconds, from 0. A bucket is at most 5 % wide, and every bar of the first reply chart starts at a
 * bucket. Histograms in `report_times` refer to buckets by index, from 1. When you change them, increase `bucketsVersion`, and all rollups
 * are rebuilt.
 */
export const bucketStarts: readonly number[] = [
  ...new Set([0, ...firstResponseBuckets, ...powersOf(1.05, 2 ** 31)]),
].toSorted((a, b) => a - b)

export const bucketsVersion = 1

function powersOf(ratio: number, below: number): number[] {
  const all: number[] = []
  for (let power = 1; power < below; power *= ratio) all.push(Math.ceil(power))
  return all
}

/** Counts by bucket index; index 0 is unused. Empty when nothing was timed. */
export type Histogram = readonly number[]

/** Parses "bucket,count,bucket,count…", in which a bucket may repeat; null is empty. */
export function parseHistogram(text: string | null): Histogram {
  if (!text) return []
  const counts: number[] = new Array(bucketStarts.length + 1).fill(0)
  parsePairs(text, (step, count) => {
    counts[step] = (counts[step] ?? 0) + count
  })
  return counts
}

const [comma, minus, zero] = [44, 45, 48]

/**
 * Parses "1,2,3,-4…" as pairs of integers; null is empty. A table over a year has 1.5 million such characters, and allocating lists for
 * them cost a quarter of the time in garbage collection.
 */
export function parsePairs(text: string | null, each: (first: number, second: number) => void): void {
  if (!text) return
  let [first, value, sign, isFirst] = [0, 0, 1, true]
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : comma
    if (code === minus) sign = -1
    else if (code !== comma) value = value * 10 + code - zero
    else {
      if (isFirst) first = sign * value
      else each(first, sign * value)
      value = 0
      sign = 1
      isFirst = !isFirst
    }
  }
}

export const totalCount = (histogram: Histogram): number => histogram.reduce((sum, count) => sum + count, 0)

/** The quantile in seconds (nearest rank), accurate to 2.5 %. */
export function quantile(histogram: Histogram, part: number): number {
  const rank = Math.ceil(part * totalCount(histogram))
  let passed = 0
  const step = histogram.findIndex((count) => {
    passed += count
    return count > 0 && passed >= rank
  })
  return step === -1 ? 0 : bucketMiddle(step)
}

/** The harmonic mean of the first and last second of the bucket: the relative error to both ends is equal. */
function bucketMiddle(step: number): number {
  const [first, last] = [bucketStart(step), (bucketStarts[step] ?? 2 ** 31) - 1]
  return first === last ? first : (2 * first * last) / (first + last)
}

/** Start of the bucket in seconds. */
export const bucketStart = (step: number): number => bucketStarts[step - 1] ?? 0
