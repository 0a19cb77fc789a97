type Part = { stop(): Promise<void> }

/**
 * - entrance: where requests and emails arrive. They stop first, all at the same time.
 * - worker: jobs, sending and live updates, then also at the same time. What runs on is found again by its claim or lease.
 * - helper: what those use, such as reports and metrics.
 * - base: what others need, and what must be told to stop in any case, such as PostgreSQL.
 */
export type PartKind = 'entrance' | 'worker' | 'helper' | 'base'

/** Until when a part is waited for, in ms since the stop began. main.ts ends the process after 10 seconds. */
const deadlines: Record<PartKind, number> = {
  entrance: 3_000,
  worker: 5_000,
  helper: 5_500,
  base: Number.POSITIVE_INFINITY,
}

export type StopPlan = ReturnType<typeof createStopPlan>

/** Parts that have started, and how they stop: entrances, then workers, then the others one by one in reverse order. */
export function createStopPlan(limits = deadlines) {
  const parts: { part: Part; kind: PartKind }[] = []
  return {
    add<T extends Part>(part: T, kind: PartKind = 'helper'): T {
      parts.unshift({ part, kind })
      return part
    },
    async stop(): Promise<void> {
      const startedAt = performance.now()
      const errors: unknown[] = []
      // One that fails must not keep the others running, nor one that hangs.
      const stopPart = ({ part, kind }: (typeof parts)[number]) =>
        within(limits[kind] - (performance.now() - startedAt), () => part.stop()).catch((error) => {
          errors.push(error)
        })
      for (const group of ['entrance', 'worker'])
        await Promise.all(parts.filter(({ kind }) => kind === group).map(stopPart))
      for (const other of parts.filter(({ kind }) => kind === 'helper' || kind === 'base'))
        await stopPart(other)
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** Does the work, and waits for it no longer than this. */
export async function within(ms: number, work: () => Promise<unknown>): Promise<void> {
  if (ms === Number.POSITIVE_INFINITY) return void (await work())
  const timeUp = Promise.withResolvers<void>()
  const timer = setTimeout(timeUp.resolve, Math.max(0, ms))
  await Promise.race([work(), timeUp.promise]).finally(() => clearTimeout(timer))
}
