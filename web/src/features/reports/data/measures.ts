import {
  type CountedMeasure,
  type LiveMeasure,
  type ReportMeasure,
  reportMeasures,
} from '@parley/contract/reports/report-measures'
import type { ReportNumbers } from '@parley/contract/reports/reports'
import type { TFunction } from 'i18next'
import { formatCount, formatDecimal, formatPercent, formatSeconds } from './report-format.ts'

export type Measure = (typeof reportMeasures)[number]
export type Unit = Measure['unit']
export type Hours = 'business' | 'wall'
export type DrilldownMeasure = CountedMeasure | LiveMeasure

/** The value of a measure. For durations the median, because a single outlier moves an average. Null without data. */
export function measureValue(
  key: ReportMeasure,
  numbers: ReportNumbers & { open_at_end?: number | null },
  hours: Hours,
): number | null {
  switch (key) {
    case 'new':
    case 'resolved':
    case 'reopened':
    case 'messages_in':
    case 'replies':
      return numbers[key]
    case 'first_response':
    case 'next_response':
    case 'resolution':
      return numbers[key][hours].median
    case 'sla_first_response':
      return slaMetShare(numbers.sla.first_response)
    case 'sla_next_response':
      return slaMetShare(numbers.sla.next_response)
    case 'sla_resolution':
      return slaMetShare(numbers.sla.resolution)
    case 'csat_sent':
      return numbers.csat.sent
    case 'csat_answered':
      return numbers.csat.answered
    case 'csat_average':
      return numbers.csat.average
    case 'csat_response_rate':
      return numbers.csat.sent === 0 ? null : numbers.csat.answered / numbers.csat.sent
    case 'open_at_end':
      return numbers.open_at_end ?? null
    // Live measures have no total for a period.
    case 'open':
    case 'awaiting_response':
    case 'unassigned':
    case 'pending':
      return null
  }
}

/** Measures with another drill-down at a certain value, where the usual list would be empty. */
const drilldownOverrides: Partial<Record<ReportMeasure, { value: number; measure: CountedMeasure }>> = {
  sla_first_response: { value: 1, measure: 'sla_first_response_met' },
  sla_next_response: { value: 1, measure: 'sla_next_response_met' },
  sla_resolution: { value: 1, measure: 'sla_resolution_met' },
  csat_response_rate: { value: 0, measure: 'csat_sent' },
}

/** The drill-down of a value, or null if it has none. */
export function findDrilldownMeasure(key: ReportMeasure, value: number): DrilldownMeasure | null {
  const { unit, drilldown } = getMeasure(key)
  if (unit === 'count' && value === 0) return null
  const override = drilldownOverrides[key]
  return override?.value === value ? override.measure : drilldown
}

export const slaMetShare = ({ met, breached }: { met: number; breached: number }): number | null =>
  met + breached === 0 ? null : met / (met + breached)

export function getMeasure(key: ReportMeasure): Measure {
  const measure = reportMeasures.find((one) => one.key === key)
  if (!measure) throw new Error(`Unknown measure ${key}`)
  return measure
}

/** A formatted value: "1,204", "42m", "94.1%", "4.6". */
export function formatMeasure(unit: Unit, value: number): string {
  switch (unit) {
    case 'count':
      return formatCount(value)
    case 'seconds':
      return formatSeconds(value)
    case 'percent':
      return formatPercent(value)
    case 'rating':
      return formatDecimal(value)
  }
}

/** The change from the previous value: "+12", "−9m", "+1.3 pts". Null if it rounds to zero. */
export function formatChange(
  { unit, better }: Pick<Measure, 'unit' | 'better'>,
  current: number,
  previous: number,
  t: TFunction,
): { text: string; tone: 'good' | 'bad' | 'plain' } | null {
  const difference = unit === 'percent' ? (current - previous) * 100 : current - previous
  const size = formatDifference(unit, Math.abs(difference), t)
  if (size === formatDifference(unit, 0, t)) return null
  const tone = better === null ? 'plain' : difference > 0 === (better === 'more') ? 'good' : 'bad'
  return { text: `${difference > 0 ? '+' : '−'}${size}`, tone }
}

const formatDifference = (unit: Unit, difference: number, t: TFunction): string =>
  unit === 'percent'
    ? t('reports.points', { count: formatDecimal(difference) })
    : formatMeasure(unit, difference)
