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

/** What a measure comes to. Of durations the median: an average is moved by a single long one. Null without anything to measure. */
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
    // Of this moment, and in no sum.
    case 'open':
    case 'awaiting_response':
    case 'unassigned':
    case 'pending':
      return null
  }
}

/** Where nobody stands behind a share as it is listed, who stands for it instead. */
const drilldownOverrides: Partial<Record<ReportMeasure, { value: number; measure: CountedMeasure }>> = {
  sla_first_response: { value: 1, measure: 'sla_first_response_met' },
  sla_next_response: { value: 1, measure: 'sla_next_response_met' },
  sla_resolution: { value: 1, measure: 'sla_resolution_met' },
  csat_response_rate: { value: 0, measure: 'csat_sent' },
}

/** What lists the conversations behind a value; null where none are. */
export function findDrilldownMeasure(key: ReportMeasure, value: number): DrilldownMeasure | null {
  const { unit, drilldown } = getMeasure(key)
  if (unit === 'count' && value === 0) return null
  const other = drilldownOverrides[key]
  return other?.value === value ? other.measure : drilldown
}

export const slaMetShare = ({ met, breached }: { met: number; breached: number }): number | null =>
  met + breached === 0 ? null : met / (met + breached)

export function getMeasure(key: ReportMeasure): Measure {
  const found = reportMeasures.find((one) => one.key === key)
  if (!found) throw new Error(`No measure is called ${key}`)
  return found
}

/** A value in words: "1,204", "42 min", "94.1%", "4.6". */
export function formatMeasure(unit: Unit, value: number, t: TFunction): string {
  switch (unit) {
    case 'count':
      return formatCount(value)
    case 'seconds':
      return formatSeconds(value, t)
    case 'percent':
      return formatPercent(value)
    case 'rating':
      return formatDecimal(value)
  }
}

/** How a value differs from the one before: "+12", "−9 min", "+1.3 pts". Null where nobody could tell the difference. */
export function formatChange(
  { unit, better }: Pick<Measure, 'unit' | 'better'>,
  now: number,
  before: number,
  t: TFunction,
): { text: string; tone: 'good' | 'bad' | 'plain' } | null {
  const difference = unit === 'percent' ? (now - before) * 100 : now - before
  const size = formatDifference(unit, Math.abs(difference), t)
  if (size === formatDifference(unit, 0, t)) return null
  const tone = better === null ? 'plain' : difference > 0 === (better === 'more') ? 'good' : 'bad'
  return { text: `${difference > 0 ? '+' : '−'}${size}`, tone }
}

const formatDifference = (unit: Unit, difference: number, t: TFunction): string =>
  unit === 'percent'
    ? t('reports.points', { count: formatDecimal(difference) })
    : formatMeasure(unit, difference, t)
