import { type SlaMetric, slaMetrics } from '@parley/contract/sla/sla-metrics'
import type { SimulatedMetric } from '@parley/contract/sla/sla-simulation'
import type { TargetResult, Targets } from './evaluate-targets.ts'

export type ActualOutcome = { metric: SlaMetric; outcome: 'met' | 'breached' }
type Sums = {
  met: number
  breached: number
  open: number
  actual_met: number
  actual_breached: number
  working_ms: number[]
}

/** Sums up the outcomes of a team's conversations, or of all. */
export class TargetTally {
  conversations = 0
  #sums = new Map<SlaMetric, Sums>()

  add(results: readonly TargetResult[], actual: readonly ActualOutcome[]): void {
    this.conversations++
    for (const { metric, outcome, working_ms } of results) {
      const sums = this.#of(metric)
      sums[outcome]++
      if (working_ms !== null) sums.working_ms.push(working_ms)
    }
    for (const { metric, outcome } of actual) this.#of(metric)[`actual_${outcome}`]++
  }

  /** For the simulated targets and the actual ones. */
  read(targets: Targets): SimulatedMetric[] {
    return slaMetrics.flatMap((metric) => {
      const sums = this.#sums.get(metric)
      if (!sums && targets[metric] === null) return []
      const { working_ms, ...counts } = sums ?? this.#of(metric)
      const sorted = working_ms.toSorted((a, b) => a - b)
      return [{ metric, ...counts, median: quantile(sorted, 0.5), p90: quantile(sorted, 0.9) }]
    })
  }

  #of(metric: SlaMetric): Sums {
    const sums = this.#sums.get(metric) ?? {
      ...{ met: 0, breached: 0, open: 0 },
      ...{ actual_met: 0, actual_breached: 0, working_ms: [] },
    }
    this.#sums.set(metric, sums)
    return sums
  }
}

/** Nearest-rank quantile in whole seconds; null without any. */
function quantile(sorted: readonly number[], part: number): number | null {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]
  return value === undefined ? null : Math.max(0, Math.round(value / 1000))
}
