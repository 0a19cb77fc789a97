import type { SlaMetric } from './sla-metrics.ts'

/** What a series, the busiest hours and the list behind a number count. */
export const countedMeasures = [
  'new',
  'resolved',
  'reopened',
  'messages_in',
  'replies',
  'first_response',
  'next_response',
  'sla_first_response_met',
  'sla_first_response_breached',
  'sla_next_response_met',
  'sla_next_response_breached',
  'sla_resolution_met',
  'sla_resolution_breached',
  'csat_sent',
  'csat_answered',
] as const
export type CountedMeasure = (typeof countedMeasures)[number]
/** `sla_resolution_met` of `resolution` and met. */
export const slaMeasure = (metric: SlaMetric, kept: 'met' | 'breached') => `sla_${metric}_${kept}` as const

/** What is so at this moment, of conversations that are not closed. */
export const liveMeasures = ['open', 'awaiting_response', 'unassigned', 'pending'] as const
export type LiveMeasure = (typeof liveMeasures)[number]

/**
 * How the screen shows each number: its unit, whether more of it is better, and what lists the conversations behind it. Its name is
 * `report.measure.KEY`, its definition `report.definition.KEY` in the catalogue.
 */
export const reportMeasures = [
  { key: 'open', unit: 'count', better: 'less', behind: 'open' },
  { key: 'awaiting_response', unit: 'count', better: 'less', behind: 'awaiting_response' },
  { key: 'unassigned', unit: 'count', better: 'less', behind: 'unassigned' },
  { key: 'pending', unit: 'count', better: 'less', behind: 'pending' },
  { key: 'open_at_end', unit: 'count', better: 'less', behind: null },
  { key: 'new', unit: 'count', better: null, behind: 'new' },
  { key: 'resolved', unit: 'count', better: 'more', behind: 'resolved' },
  { key: 'reopened', unit: 'count', better: 'less', behind: 'reopened' },
  { key: 'messages_in', unit: 'count', better: null, behind: 'messages_in' },
  { key: 'replies', unit: 'count', better: null, behind: 'replies' },
  { key: 'first_response', unit: 'seconds', better: 'less', behind: 'first_response' },
  { key: 'next_response', unit: 'seconds', better: 'less', behind: 'next_response' },
  { key: 'resolution', unit: 'seconds', better: 'less', behind: 'resolved' },
  { key: 'sla_first_response', unit: 'percent', better: 'more', behind: 'sla_first_response_breached' },
  { key: 'sla_next_response', unit: 'percent', better: 'more', behind: 'sla_next_response_breached' },
  { key: 'sla_resolution', unit: 'percent', better: 'more', behind: 'sla_resolution_breached' },
  { key: 'csat_sent', unit: 'count', better: null, behind: 'csat_sent' },
  { key: 'csat_answered', unit: 'count', better: 'more', behind: 'csat_answered' },
  { key: 'csat_average', unit: 'rating', better: 'more', behind: 'csat_answered' },
  { key: 'csat_response_rate', unit: 'percent', better: 'more', behind: 'csat_answered' },
] as const satisfies readonly {
  key: string
  unit: 'count' | 'seconds' | 'percent' | 'rating'
  better: 'more' | 'less' | null
  behind: CountedMeasure | LiveMeasure | null
}[]
export type ReportMeasure = (typeof reportMeasures)[number]['key']
