/** What a command is doing. */
export type StepName =
  | 'copy'
  | 'check'
  | 'store'
  | 'download'
  | 'restore'
  | 'move'
  | 'export'
  | 'compare'
  | 'backfill'
  | 'finish'

export type Step = {
  name: StepName
  /** What it is about, such as the name of a backfill. */
  subject?: string
  unit: 'bytes' | 'rows' | 'folders'
  /** About how many; null if that isn't known. */
  total: number | null
}

export type Progress = {
  begin(step: Step): void
  /** How many of the step's units are done. */
  update(done: number): void
  /** Removes the bar. */
  end(): void
}

export const noProgress: Progress = { begin() {}, update() {}, end() {} }

/** Tells each of them. */
export const combineProgress = (...all: Progress[]): Progress => ({
  begin: (step) => all.forEach((one) => void one.begin(step)),
  update: (done) => all.forEach((one) => void one.update(done)),
  end: () => all.forEach((one) => void one.end()),
})

/** `share` is from 0 to 1; values that aren't known are null. */
export type Measured = {
  done: number
  share: number | null
  per_second: number | null
  seconds_left: number | null
}

/** Before this time, a rate says little. */
const minRateMs = 1_000

/** Measures a step that begins now. Totals are estimates, so the share neither goes back nor beyond 1. */
export function startMeter({ total }: Pick<Step, 'total'>, now: () => number = () => performance.now()) {
  const startedAt = now()
  let first: number | null = null
  let share = 0
  return (done: number): Measured => {
    // What an interrupted run has left is there at once, and says nothing about the rate.
    first ??= done
    if (total) share = Math.max(share, Math.min(1, done / total))
    const elapsed = now() - startedAt
    const per_second = elapsed < minRateMs || done <= first ? null : (done - first) / (elapsed / 1000)
    const seconds_left = total && per_second ? Math.max(0, total - done) / per_second : null
    return { done, share: total ? share : null, per_second, seconds_left }
  }
}
