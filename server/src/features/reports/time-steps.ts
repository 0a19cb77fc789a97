import { firstResponseBars } from '@parley/contract/reports'

/**
 * Where the steps begin by which lengths of time are counted, in whole seconds, from 0: each is at most 5 % long, and one begins with each bar of
 * first replies. Histograms of `report_times` name a step by its place here, from 1; whoever changes these gives `stepsInForce` another number,
 * and all is added up anew.
 */
export const timeSteps: readonly number[] = [
  ...new Set([0, ...firstResponseBars, ...powersOf(1.05, 2 ** 31)]),
].toSorted((a, b) => a - b)

export const stepsInForce = 1

function powersOf(ratio: number, below: number): number[] {
  const all: number[] = []
  for (let power = 1; power < below; power *= ratio) all.push(Math.ceil(power))
  return all
}

/** How many took how long: step and count in turn, each step at most once, in their order. */
export type Histogram = readonly (readonly [step: number, count: number])[]

/** From "step,count,step,count…", in which a step may come again; null: nothing. */
export function readHistogram(text: string | null): Histogram {
  if (!text) return []
  const counts: number[] = new Array(timeSteps.length + 1).fill(0)
  const numbers = readNumbers(text)
  for (let at = 0; at < numbers.length; at += 2) {
    const step = numbers[at] ?? 0
    counts[step] = (counts[step] ?? 0) + (numbers[at + 1] ?? 0)
  }
  return counts.flatMap((count, step) => (count === 0 ? [] : [[step, count] as const]))
}

/** From "1,2,3…", the quickest way. */
export const readNumbers = (text: string | null): number[] => JSON.parse(`[${text ?? ''}]`)

export const totalOf = (histogram: Histogram): number => histogram.reduce((sum, [, count]) => sum + count, 0)

/** In seconds, what so large a part does not exceed (nearest rank), to 2.5 %. */
export function quantile(histogram: Histogram, part: number): number {
  const rank = Math.ceil(part * totalOf(histogram))
  let passed = 0
  for (const [step, count] of histogram) {
    passed += count
    if (passed >= rank) return middleOf(step)
  }
  return 0
}

/** As far from the first second of the step as from its last, each by its own length. */
function middleOf(step: number): number {
  const [first, last] = [firstOf(step), (timeSteps[step] ?? 2 ** 31) - 1]
  return first === last ? first : (2 * first * last) / (first + last)
}

/** In seconds, where a step begins. */
export const firstOf = (step: number): number => timeSteps[step - 1] ?? 0
