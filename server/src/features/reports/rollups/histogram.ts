import { firstResponseBuckets } from '@parley/contract/reports/reports'

/**
 * Where the steps begin by which lengths of time are counted, in whole seconds, from 0: each is at most 5 % long, and one begins with each bar of
 * first replies. Histograms of `report_times` name a step by its place here, from 1; whoever changes these gives `stepsInForce` another number,
 * and all is added up anew.
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

/** How many took how long: at the place of each step its count, at 0 none. Empty: nothing was timed. */
export type Histogram = readonly number[]

/** From "step,count,step,count…", in which a step may come again; null: nothing. */
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
 * From "1,2,3,-4…" two whole numbers at a time; null: nothing. A table of a year has a million and a half such letters, and lists of them kept
 * the collector of garbage busy for a quarter of its time.
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

/** In seconds, what so large a part does not exceed (nearest rank), to 2.5 %. */
export function quantile(histogram: Histogram, part: number): number {
  const rank = Math.ceil(part * totalCount(histogram))
  let passed = 0
  const step = histogram.findIndex((count) => {
    passed += count
    return count > 0 && passed >= rank
  })
  return step === -1 ? 0 : bucketMiddle(step)
}

/** As far from the first second of the step as from its last, each by its own length. */
function bucketMiddle(step: number): number {
  const [first, last] = [bucketStart(step), (bucketStarts[step] ?? 2 ** 31) - 1]
  return first === last ? first : (2 * first * last) / (first + last)
}

/** In seconds, where a step begins. */
export const bucketStart = (step: number): number => bucketStarts[step - 1] ?? 0
