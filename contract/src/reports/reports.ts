import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, maxInt4, wholeNumber } from '../shared/fields.ts'
import { countedMeasures, liveMeasures } from './report-measures.ts'
import { ReportRange, rangeQuery, reportDate } from './report-range.ts'

/** `previous`: the same number of days immediately before. */
const comparison = z.enum(['previous']).optional()

const count = z.int().nonnegative()
const seconds = z.number().nonnegative().nullable()

/** Durations in seconds; null if nothing was counted. Median and p90 are accurate to 2.5 %. */
export const ReportTimes = z.object({ average: seconds, median: seconds, p90: seconds })
export type ReportTimes = z.infer<typeof ReportTimes>

/** `wall`: elapsed time. `business`: time within the business hours of the team, otherwise the workspace, as they were then. */
const DurationNumbers = z.object({ count, wall: ReportTimes, business: ReportTimes })

const SlaNumbers = z.object({ met: count, breached: count })

/** `csat_answered` broken down by rating, from 1 to 5. */
export const Satisfaction = z.object({
  sent: count,
  answered: count,
  /** Between 1 and 5. */
  average: z.number().min(1).max(5).nullable(),
  /** The number of answers with each rating, from 1 to 5. */
  distribution: z.array(count).length(5),
})
export type Satisfaction = z.infer<typeof Satisfaction>

/** All numbers of a date range, in total or for one agent, team, inbox or tag. */
export const ReportNumbers = z.object({
  new: count,
  resolved: count,
  reopened: count,
  messages_in: count,
  replies: count,
  first_response: DurationNumbers,
  next_response: DurationNumbers,
  resolution: DurationNumbers,
  sla: z.object({ first_response: SlaNumbers, next_response: SlaNumbers, resolution: SlaNumbers }),
  csat: Satisfaction,
})
export type ReportNumbers = z.infer<typeof ReportNumbers>

const summaryNumbers = ReportNumbers.extend({
  /** Not closed at the end of the range. Null when filtered by team, agent or tag, which can change while a conversation is open. */
  open_at_end: count.nullable(),
})
export const ReportSummary = z.object({
  time_zone: z.string(),
  range: ReportRange,
  current: summaryNumbers,
  previous_range: ReportRange.nullable(),
  previous: summaryNumbers.nullable(),
  /** Events up to this instant are included; null before the first one. */
  counted_up_to: instant.nullable(),
})
export type ReportSummary = z.infer<typeof ReportSummary>

export const seriesSteps = ['hour', 'day', 'week'] as const
export type SeriesStep = (typeof seriesSteps)[number]

/** An hour, day or week (from Monday) in the workspace's time zone. Present even if nothing happened. */
export const SeriesPoint = z.object({
  /** Its start and its exclusive end. The first and last points are cut off at the range. */
  start: instant,
  end: instant,
  /** The date on which it starts. */
  date: reportDate,
})
export type SeriesPoint = z.infer<typeof SeriesPoint>
/** A date range divided into points. */
export const SeriesSpan = z.object({
  points: z.array(SeriesPoint),
  /** The count of each measure at each point. Measures that are zero throughout are omitted. */
  counts: z.partialRecord(z.enum(countedMeasures), z.array(count)),
  /** The sum of the ratings in `csat_answered`, for each point. */
  rating_sums: z.array(count),
})
export type SeriesSpan = z.infer<typeof SeriesSpan>
export const ReportSeries = SeriesSpan.extend({
  time_zone: z.string(),
  by: z.enum(seriesSteps),
  /** Divided so that each point has the same offset from its start as in `points`, to compare them one by one. */
  previous: SeriesSpan.nullable(),
})
export type ReportSeries = z.infer<typeof ReportSeries>

export const breakdowns = ['agent', 'team', 'inbox', 'tag'] as const
export type Breakdown = (typeof breakdowns)[number]
export const BreakdownRow = z.object({
  /** Null: not attributed to anyone. */
  id: id.nullable(),
  /** The current name, or the last one before deletion; "" if not attributed. */
  name: z.string(),
  avatar_url: z.string().nullable(),
  /** Deleted objects keep their numbers. */
  is_deleted: z.boolean(),
  /** Conversations that are currently not closed. */
  open: count,
  numbers: ReportNumbers,
})
export type BreakdownRow = z.infer<typeof BreakdownRow>
export const ReportTable = z.object({
  time_zone: z.string(),
  by: z.enum(breakdowns),
  rows: z.array(BreakdownRow),
})
export type ReportTable = z.infer<typeof ReportTable>

export const BusiestHours = z.object({
  time_zone: z.string(),
  /** Seven lists of 24 hours each, Monday first. */
  counts: z.array(z.array(count).length(24)).length(7),
})
export type BusiestHours = z.infer<typeof BusiestHours>

/** The lower bounds of the first response histogram, in seconds. The last bucket has no upper bound. */
export const firstResponseBuckets = [0, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400, 172_800] as const
export const FirstResponses = z.object({
  time_zone: z.string(),
  bars: z.array(
    z.object({ from_seconds: z.int(), to_seconds: z.int().nullable(), wall: count, business: count }),
  ),
})
export type FirstResponses = z.infer<typeof FirstResponses>

const namedReference = z.object({ id, name: z.string() })
/** One counted event. A conversation may be listed several times, once for each of its replies. */
export const CountedConversation = z.object({
  key: z.string(),
  /** When it was counted; for current counts, when the conversation was created. */
  at: instant,
  uuid: z.uuid(),
  reference_number: z.string(),
  subject: z.string().nullable(),
  contact: z.string(),
  status: z.string(),
  inbox: namedReference.nullable(),
  /** Who it is attributed to. */
  team: namedReference.nullable(),
  agent: namedReference.nullable(),
  wall_seconds: count.nullable(),
  business_seconds: count.nullable(),
  rating: z.int().nullable(),
  /** The customer's comment on the rating, as it is now. */
  comment: z.string().nullable(),
})
export type CountedConversation = z.infer<typeof CountedConversation>
export const CountedConversations = z.object({
  results: z.array(CountedConversation),
  /** The total count, exact up to 10,000. */
  total: count,
  total_is_estimate: z.boolean(),
  /** How many the caller cannot see. They are not in the list. */
  hidden: count,
  next_cursor: z.string().nullable(),
})
export type CountedConversations = z.infer<typeof CountedConversations>

const drilldownQuery = {
  measure: z.enum([...countedMeasures, ...liveMeasures]),
  /** Only what was counted in [since, until): a point of a series. */
  since: instant.optional(),
  until: instant.optional(),
  /** A cell of the busiest hours; 0 is Monday. */
  weekday: wholeNumber(0, 6).optional(),
  hour: wholeNumber(0, 23).optional(),
  /** A bucket of the first response histogram: at least `min_seconds` and less than `max_seconds`, measured in `hours`. */
  hours: z.enum(['wall', 'business']).optional(),
  min_seconds: wholeNumber(0, maxInt4).optional(),
  max_seconds: wholeNumber(0, maxInt4).optional(),
  rating: wholeNumber(1, 5).optional(),
  /** Only what is not attributed to anyone: a row without a name. */
  nobody: z.enum(['agent', 'team', 'tag']).optional(),
}

const tag = 'reports'
const access = 'reports:manage'

export const reportSummary = endpoint({
  method: 'GET',
  path: '/api/v1/reports/summary',
  access,
  summary: 'All metrics of a period, compared with the previous one',
  tag,
  query: rangeQuery({ compare: comparison }),
  response: ReportSummary,
})
export const reportSeries = endpoint({
  method: 'GET',
  path: '/api/v1/reports/series',
  access,
  summary: 'Metrics by hour, day or week; at most 93 days by hour',
  tag,
  query: rangeQuery({ compare: comparison, by: z.enum(seriesSteps).default('day') }),
  response: ReportSeries,
})
export const reportTable = endpoint({
  method: 'GET',
  path: '/api/v1/reports/table',
  access,
  summary: 'All metrics of a period by agent, team, inbox or tag',
  tag,
  query: rangeQuery({ by: z.enum(breakdowns) }),
  response: ReportTable,
})
export const reportBusiestHours = endpoint({
  method: 'GET',
  path: '/api/v1/reports/busiest-hours',
  access,
  summary: 'Volume for each hour of the week',
  tag,
  query: rangeQuery({ measure: z.enum(countedMeasures).default('new') }),
  response: BusiestHours,
})
export const reportFirstResponses = endpoint({
  method: 'GET',
  path: '/api/v1/reports/first-responses',
  access,
  summary: 'Distribution of the time to first reply',
  tag,
  query: rangeQuery({}),
  response: FirstResponses,
})
export const reportConversations = endpoint({
  method: 'GET',
  path: '/api/v1/reports/conversations',
  access,
  summary: 'The conversations behind a number, newest first; only those you have access to',
  tag,
  query: rangeQuery({
    ...drilldownQuery,
    cursor: z.string().optional(),
    page_size: wholeNumber(1, 100).default(50),
  }),
  response: CountedConversations,
})

export const reportSheets = [
  'summary',
  'series',
  'agent',
  'team',
  'inbox',
  'tag',
  'busiest_hours',
  'first_responses',
  'conversations',
] as const
export type ReportSheet = (typeof reportSheets)[number]
export const reportCsv = endpoint({
  method: 'GET',
  path: '/api/v1/reports/csv',
  access,
  summary: 'Export a report as CSV',
  tag,
  query: rangeQuery({
    ...drilldownQuery,
    sheet: z.enum(reportSheets),
    compare: comparison,
    by: z.enum(seriesSteps).default('day'),
    measure: z.enum([...countedMeasures, ...liveMeasures]).default('new'),
  }),
  response: acknowledgement,
  raw_media_type: 'text/csv',
})
