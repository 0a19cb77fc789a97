import type { Measured } from '../run/measured.ts'
import type { MachineInfo } from '../run/report.ts'

/** What one size measured. */
export type SizeResult = Measured & {
  /** As in `--sizes`. */
  size: string
  narrow: boolean
  /** The measured version; ends with + if files differed from it. */
  commit: string
  machine: MachineInfo
  /** Cores that other work kept busy for some seconds before. The load average would include our own seeding. */
  busy_cores: number
  /** The day on which the data was seeded, and ends. */
  seeded: string
  /** Without seeding. */
  minutes: number
}

/** All sizes of one run, the smallest first, narrow ones last. */
export type CurveResult = { sizes: SizeResult[] }

/** One value per size; null where it wasn't measured. */
type Values = (number | null)[]

export type CurveLine = {
  name: string
  unit: 'ms' | '/s' | 'MB' | 'sockets' | 'kB'
  /** Of times, p95. */
  values: Values
  /** Of times only. */
  p50: Values | null
  /** p95 of the baseline, where there is one. */
  baseline: Values | null
  better: 'lower' | 'higher'
  target: number | null
}

export type CurveChart = {
  id: string
  title: string
  /** What its first line is about, where all charts are compared. */
  short: string
  note: string
  lines: CurveLine[]
}

/** The largest growth from the smallest full size to the largest that counts as flat. */
export const flatWithin = 1.5

/** How many times worse the largest full size is than the smallest; below 1 it is better. Null when one wasn't measured. */
export function growthOf(
  { values, better }: Pick<CurveLine, 'values' | 'better'>,
  sizes: SizeResult[],
): number | null {
  const full = values.filter((_, index) => sizes[index]?.narrow === false)
  const [first, last] = [full[0], full.at(-1)]
  if (full.length < 2 || first == null || last == null || first === 0 || last === 0) return null
  return better === 'lower' ? last / first : first / last
}
