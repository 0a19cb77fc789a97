import { slaMeasure } from '@parley/contract/reports/report-measures'
import type { ReportNumbers, ReportTimes } from '@parley/contract/reports/reports'
import type { SlaMetric } from '@parley/contract/sla/sla-metrics'
import { type Histogram, quantile, totalCount } from '../rollups/histogram.ts'
import type { FactSum, FactTimes } from './aggregates.ts'

/** Numbers of one report row, as the API returns them. */
export function presentReportNumbers(sums: readonly FactSum[], times: readonly FactTimes[]): ReportNumbers {
  const of = (kind: string) => sums.find((sum) => sum.kind === kind)
  const count = (kind: string) => of(kind)?.count ?? 0
  const durations = (kind: string) => {
    const { wall = [], business = [] } = times.find((row) => row.kind === kind) ?? {}
    const { wall_seconds = 0, business_seconds = 0 } = of(kind) ?? {}
    return {
      // Imported conversations count as resolved, but without a duration.
      count: totalCount(wall),
      wall: presentTimes(wall, wall_seconds),
      business: presentTimes(business, business_seconds),
    }
  }
  const outcomes = (metric: SlaMetric) => ({
    met: count(slaMeasure(metric, 'met')),
    breached: count(slaMeasure(metric, 'breached')),
  })
  const distribution = [1, 2, 3, 4, 5].map((rating) => count(`csat_answered_${rating}`))
  const answeredCount = distribution.reduce((sum, n) => sum + n, 0)
  const ratings = distribution.reduce((sum, n, index) => sum + n * (index + 1), 0)
  return {
    new: count('new'),
    resolved: count('resolved'),
    reopened: count('reopened'),
    messages_in: count('messages_in'),
    replies: count('replies'),
    first_response: durations('first_response'),
    next_response: durations('next_response'),
    resolution: durations('resolved'),
    sla: {
      first_response: outcomes('first_response'),
      next_response: outcomes('next_response'),
      resolution: outcomes('resolution'),
    },
    csat: {
      sent: count('csat_sent'),
      answered: answeredCount,
      average: answeredCount > 0 ? ratings / answeredCount : null,
      distribution,
    },
  }
}

function presentTimes(histogram: Histogram, seconds: number): ReportTimes {
  const count = totalCount(histogram)
  if (count === 0) return { average: null, median: null, p90: null }
  return { average: seconds / count, median: quantile(histogram, 0.5), p90: quantile(histogram, 0.9) }
}
