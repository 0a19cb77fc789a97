import {
  type CountedMeasure,
  type LiveMeasure,
  type ReportMeasure,
  reportMeasures,
} from '@parley/contract/report-measures'
import type { ReportNumbers } from '@parley/contract/reports'
import type { TFunction } from 'i18next'
import { count, decimal, percent, spell } from './words.ts'

export type Measure = (typeof reportMeasures)[number]
export type Unit = Measure['unit']
export type Hours = 'business' | 'wall'
export type Listed = CountedMeasure | LiveMeasure

/** What a measure comes to. Of durations the median: an average is moved by a single long one. Null without anything to measure. */
export function measured(
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
      return shareKept(numbers.sla.first_response)
    case 'sla_next_response':
      return shareKept(numbers.sla.next_response)
    case 'sla_resolution':
      return shareKept(numbers.sla.resolution)
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
const others: Partial<Record<ReportMeasure, { at: number; behind: CountedMeasure }>> = {
  sla_first_response: { at: 1, behind: 'sla_first_response_met' },
  sla_next_response: { at: 1, behind: 'sla_next_response_met' },
  sla_resolution: { at: 1, behind: 'sla_resolution_met' },
  csat_response_rate: { at: 0, behind: 'csat_sent' },
}

/** What lists the conversations behind a value; null where none are. */
export function behindValue(key: ReportMeasure, value: number): Listed | null {
  const { unit, behind } = measureOf(key)
  if (unit === 'count' && value === 0) return null
  const other = others[key]
  return other?.at === value ? other.behind : behind
}

export const shareKept = ({ met, breached }: { met: number; breached: number }): number | null =>
  met + breached === 0 ? null : met / (met + breached)

export function measureOf(key: ReportMeasure): Measure {
  const found = reportMeasures.find((one) => one.key === key)
  if (!found) throw new Error(`No measure is called ${key}`)
  return found
}

/** A value in words: "1,204", "42 min", "94.1%", "4.6". */
export function worded(unit: Unit, value: number, t: TFunction): string {
  switch (unit) {
    case 'count':
      return count(value)
    case 'seconds':
      return spell(value, t)
    case 'percent':
      return percent(value)
    case 'rating':
      return decimal(value)
  }
}

/** How a value differs from the one before: "+12", "−9 min", "+1.3 pts". Null where nobody could tell the difference. */
export function change(
  { unit, better }: Pick<Measure, 'unit' | 'better'>,
  now: number,
  before: number,
  t: TFunction,
): { text: string; tone: 'good' | 'bad' | 'plain' } | null {
  const by = unit === 'percent' ? (now - before) * 100 : now - before
  const size = sizeOf(unit, Math.abs(by), t)
  if (size === sizeOf(unit, 0, t)) return null
  const tone = better === null ? 'plain' : by > 0 === (better === 'more') ? 'good' : 'bad'
  return { text: `${by > 0 ? '+' : '−'}${size}`, tone }
}

const sizeOf = (unit: Unit, by: number, t: TFunction): string =>
  unit === 'percent' ? t('reports.points', { count: decimal(by) }) : worded(unit, by, t)
