import { slaMeasure } from '@parley/contract/report-measures'
import type { ReportNumbers, ReportTimes } from '@parley/contract/reports'
import type { SlaMetric } from '@parley/contract/sla-metrics'
import type { Steps, Sum } from './cells.ts'

/** What was added up of one of them, as the wire has it. */
export function numbersOf(sums: readonly Sum[], steps: readonly Steps[]): ReportNumbers {
  const of = (kind: string) => sums.find((sum) => sum.kind === kind)
  const count = (kind: string) => of(kind)?.count ?? 0
  const took = (kind: string) => {
    const counted = (hours: Steps['hours']) => steps.filter((row) => row.kind === kind && row.hours === hours)
    // What was imported is resolved too, and nobody knows in what time.
    const timed = counted('wall').reduce((sum, row) => sum + row.count, 0)
    const { wall_seconds = 0, business_seconds = 0 } = of(kind) ?? {}
    return {
      count: timed,
      wall: timesOf(counted('wall'), wall_seconds, timed),
      business: timesOf(counted('business'), business_seconds, timed),
    }
  }
  const kept = (metric: SlaMetric) => ({
    met: count(slaMeasure(metric, 'met')),
    breached: count(slaMeasure(metric, 'breached')),
  })
  const distribution = [1, 2, 3, 4, 5].map((rating) => count(`csat_answered_${rating}`))
  const answered = distribution.reduce((sum, n) => sum + n, 0)
  const ratings = distribution.reduce((sum, n, index) => sum + n * (index + 1), 0)
  return {
    new: count('new'),
    resolved: count('resolved'),
    reopened: count('reopened'),
    messages_in: count('messages_in'),
    replies: count('replies'),
    first_response: took('first_response'),
    next_response: took('next_response'),
    resolution: took('resolved'),
    sla: {
      first_response: kept('first_response'),
      next_response: kept('next_response'),
      resolution: kept('resolution'),
    },
    csat: {
      sent: count('csat_sent'),
      answered,
      average: answered > 0 ? ratings / answered : null,
      distribution,
    },
  }
}

function timesOf(steps: readonly Steps[], seconds: number, count: number): ReportTimes {
  if (count === 0) return { average: null, median: null, p90: null }
  const sorted = steps.toSorted((a, b) => a.step - b.step)
  return { average: seconds / count, median: quantile(sorted, count, 0.5), p90: quantile(sorted, count, 0.9) }
}

/** The middle of the step in which the one lies that so large a part does not exceed (nearest rank). */
function quantile(sorted: readonly Steps[], count: number, part: number): number {
  const rank = Math.ceil(part * count)
  let passed = 0
  for (const { step, count } of sorted) {
    passed += count
    if (passed >= rank) return middleOf(step)
  }
  return middleOf(sorted.at(-1)?.step ?? -1)
}

/** In seconds, of a step as `report_step` of the database makes it. */
const middleOf = (step: number): number => (step < 0 ? 0 : 1.05 ** (step + 0.5))
