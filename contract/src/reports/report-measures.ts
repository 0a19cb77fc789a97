import type { SlaMetric } from '../sla/sla-metrics.ts'

/** The measures that can be charted, broken down by hour, and drilled into. */
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
/** `sla_resolution_met` for `resolution` and `met`. */
export const slaMeasure = (metric: SlaMetric, outcome: 'met' | 'breached') =>
  `sla_${metric}_${outcome}` as const

/** Current counts of conversations that are not closed. */
export const liveMeasures = ['open', 'awaiting_response', 'unassigned', 'pending'] as const
export type LiveMeasure = (typeof liveMeasures)[number]

/**
 * How each measure is displayed: its unit, whether higher is better, and which measure its drill-down lists. Its label is
 * `report.measure.KEY` and its definition `report.definition.KEY` in the catalogue.
 */
export const reportMeasures = [
  { key: 'open', unit: 'count', better: 'less', drilldown: 'open' },
  { key: 'awaiting_response', unit: 'count', better: 'less', drilldown: 'awaiting_response' },
  { key: 'unassigned', unit: 'count', better: 'less', drilldown: 'unassigned' },
  { key: 'pending', unit: 'count', better: 'less', drilldown: 'pending' },
  { key: 'open_at_end', unit: 'count', better: 'less', drilldown: null },
  { key: 'new', unit: 'count', better: null, drilldown: 'new' },
  { key: 'resolved', unit: 'count', better: 'more', drilldown: 'resolved' },
  { key: 'reopened', unit: 'count', better: 'less', drilldown: 'reopened' },
  { key: 'messages_in', unit: 'count', better: null, drilldown: 'messages_in' },
  { key: 'replies', unit: 'count', better: null, drilldown: 'replies' },
  { key: 'first_response', unit: 'seconds', better: 'less', drilldown: 'first_response' },
  { key: 'next_response', unit: 'seconds', better: 'less', drilldown: 'next_response' },
  { key: 'resolution', unit: 'seconds', better: 'less', drilldown: 'resolved' },
  { key: 'sla_first_response', unit: 'percent', better: 'more', drilldown: 'sla_first_response_breached' },
  { key: 'sla_next_response', unit: 'percent', better: 'more', drilldown: 'sla_next_response_breached' },
  { key: 'sla_resolution', unit: 'percent', better: 'more', drilldown: 'sla_resolution_breached' },
  { key: 'csat_sent', unit: 'count', better: null, drilldown: 'csat_sent' },
  { key: 'csat_answered', unit: 'count', better: 'more', drilldown: 'csat_answered' },
  { key: 'csat_average', unit: 'rating', better: 'more', drilldown: 'csat_answered' },
  { key: 'csat_response_rate', unit: 'percent', better: 'more', drilldown: 'csat_answered' },
] as const satisfies readonly {
  key: string
  unit: 'count' | 'seconds' | 'percent' | 'rating'
  better: 'more' | 'less' | null
  drilldown: CountedMeasure | LiveMeasure | null
}[]
export type ReportMeasure = (typeof reportMeasures)[number]['key']
