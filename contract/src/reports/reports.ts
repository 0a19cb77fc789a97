import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParam, instant, maxInt4, wholeNumber } from '../shared/fields.ts'
import { countedMeasures, liveMeasures } from './report-measures.ts'

/** A date of the calendar in the workspace's time zone, as `2026-11-22`. */
export const reportDate = z.iso.date('A date is written as 2026-11-22')
/** One that can be asked for: what lies as many days before and after it is a date as well. */
const queryDate = reportDate.refine(
  (date) => date >= '1970' && date < '2200',
  'Choose days between 1970 and 2199',
)

/** Whose conversations are counted. */
export const reportFilters = {
  inbox_id: idParam.optional(),
  team_id: idParam.optional(),
  agent_id: idParam.optional(),
  /** Of conversations that have the tag now, or had it when it was deleted. */
  tag_id: idParam.optional(),
}
/** The days looked at, both included, and whose. Two filters and more are counted fact by fact and take longer. */
const rangeFields = { from: queryDate, to: queryDate, ...reportFilters }
/** `previous`: the same number of days just before. */
const comparison = z.enum(['previous']).optional()

const DAY = 86_400_000
const maxReportDays = 1100

/** Days from `from` to `to`, both included; null when they are in the wrong order. */
export function daysOfRange({ from, to }: { from: string; to: string }): number | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  return days >= 1 ? days : null
}
const rangeQuery = <Shape extends z.ZodRawShape>(shape: Shape, maxDays = maxReportDays) =>
  z.object({ ...rangeFields, ...shape }).superRefine((query, context) => {
    const days = daysOfRange(query as { from: string; to: string })
    const message =
      days === null
        ? 'The last day lies before the first'
        : days > maxDays
          ? `Choose ${maxDays} days at most`
          : undefined
    if (message) context.addIssue({ code: 'custom', path: ['to'], message })
  })

/** The days that an answer is about. */
export const ReportRange = z.object({ from: reportDate, to: reportDate })
export type ReportRange = z.infer<typeof ReportRange>

const count = z.int().nonnegative()
const seconds = z.number().nonnegative().nullable()

/** How long something took, in seconds; null without anything that was counted. Median and p90 are exact to 2.5 %. */
export const ReportTimes = z.object({ average: seconds, median: seconds, p90: seconds })
export type ReportTimes = z.infer<typeof ReportTimes>

/** `wall`: as the clock on the wall goes; `business`: in the hours of the team, else of the workspace, as they were then. */
const DurationNumbers = z.object({ count, wall: ReportTimes, business: ReportTimes })

const SlaNumbers = z.object({ met: count, breached: count })

/** What `csat_answered` is told apart by: ratings from 1 to 5. */
export const Satisfaction = z.object({
  sent: count,
  answered: count,
  /** From 1 to 5. */
  average: z.number().min(1).max(5).nullable(),
  /** How many had each rating, from 1 to 5. */
  distribution: z.array(count).length(5),
})
export type Satisfaction = z.infer<typeof Satisfaction>

/** Everything that is counted, of some days and of somebody or something. */
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
  /** Not closed when the days ended; null under a filter by team, agent or tag, which change while a conversation is open. */
  open_at_end: count.nullable(),
})
export const ReportSummary = z.object({
  time_zone: z.string(),
  range: ReportRange,
  current: summaryNumbers,
  previous_range: ReportRange.nullable(),
  previous: summaryNumbers.nullable(),
  /** The facts up to this moment are in the numbers; null before the first one. */
  counted_up_to: instant.nullable(),
})
export type ReportSummary = z.infer<typeof ReportSummary>

export const seriesSteps = ['hour', 'day', 'week'] as const
export type SeriesStep = (typeof seriesSteps)[number]

/** One hour, day or week (from Monday) in the workspace's zone; it stands there also when nothing happened in it. */
export const SeriesPoint = z.object({
  /** Its first moment, and the first one after it. At the ends of the days asked for it is cut off there. */
  start: instant,
  end: instant,
  /** The date of its first moment. */
  date: reportDate,
})
export type SeriesPoint = z.infer<typeof SeriesPoint>
/** Some days cut into points. */
export const SeriesSpan = z.object({
  points: z.array(SeriesPoint),
  /** How often each measure happened in each of the points; one that never did is not named. */
  counts: z.partialRecord(z.enum(countedMeasures), z.array(count)),
  /** For each of the points, the sum of the ratings behind `csat_answered`. */
  rating_sums: z.array(count),
})
export type SeriesSpan = z.infer<typeof SeriesSpan>
export const ReportSeries = SeriesSpan.extend({
  time_zone: z.string(),
  by: z.enum(seriesSteps),
  /** Cut as many days after its first one as `points` are after theirs, so that each has one to be held against. */
  previous: SeriesSpan.nullable(),
})
export type ReportSeries = z.infer<typeof ReportSeries>

export const breakdowns = ['agent', 'team', 'inbox', 'tag'] as const
export type Breakdown = (typeof breakdowns)[number]
export const BreakdownRow = z.object({
  /** null: what belonged to nobody. */
  id: id.nullable(),
  /** As it is now, or as it was when it was deleted; "" for nobody. */
  name: z.string(),
  avatar_url: z.string().nullable(),
  /** It was deleted; its numbers stay. */
  is_deleted: z.boolean(),
  /** Conversations that are not closed at this moment. */
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
  /** Seven lists, Monday first, of 24 hours each. */
  counts: z.array(z.array(count).length(24)).length(7),
})
export type BusiestHours = z.infer<typeof BusiestHours>

/** Where the bars of the first replies begin, in seconds: the last one goes on without end. */
export const firstResponseBuckets = [0, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400, 172_800] as const
export const FirstResponses = z.object({
  time_zone: z.string(),
  bars: z.array(
    z.object({ from_seconds: z.int(), to_seconds: z.int().nullable(), wall: count, business: count }),
  ),
})
export type FirstResponses = z.infer<typeof FirstResponses>

const namedReference = z.object({ id, name: z.string() })
/** One counted thing: a conversation may stand in the list several times, with each of its replies. */
export const CountedConversation = z.object({
  key: z.string(),
  /** When it counted; for what is so now, when the conversation began. */
  at: instant,
  uuid: z.uuid(),
  reference_number: z.string(),
  subject: z.string().nullable(),
  contact: z.string(),
  status: z.string(),
  inbox: namedReference.nullable(),
  /** Whom it counts for. */
  team: namedReference.nullable(),
  agent: namedReference.nullable(),
  wall_seconds: count.nullable(),
  business_seconds: count.nullable(),
  rating: z.int().nullable(),
  /** What the customer wrote beside the rating, as it is now. */
  comment: z.string().nullable(),
})
export type CountedConversation = z.infer<typeof CountedConversation>
export const CountedConversations = z.object({
  results: z.array(CountedConversation),
  /** All that was counted; exact up to 10,000. */
  total: count,
  total_is_estimate: z.boolean(),
  /** How many of them the caller may not see: they are not in the list. */
  hidden: count,
  next_cursor: z.string().nullable(),
})
export type CountedConversations = z.infer<typeof CountedConversations>

const drilldownQuery = {
  measure: z.enum([...countedMeasures, ...liveMeasures]),
  /** Only what counted at or after this moment, and before that one: a point of a series. */
  since: instant.optional(),
  until: instant.optional(),
  /** A cell of the busiest hours: 0 is Monday. */
  weekday: wholeNumber(0, 6).optional(),
  hour: wholeNumber(0, 23).optional(),
  /** A bar of the first replies: as many seconds or more, and fewer than those, of `hours`. */
  hours: z.enum(['wall', 'business']).optional(),
  min_seconds: wholeNumber(0, maxInt4).optional(),
  max_seconds: wholeNumber(0, maxInt4).optional(),
  rating: wholeNumber(1, 5).optional(),
  /** Only what counts for nobody: a row without a name. */
  nobody: z.enum(['agent', 'team', 'tag']).optional(),
}

const tag = 'reports'
const access = 'reports:manage'

export const reportSummary = endpoint({
  method: 'GET',
  path: '/api/v1/reports/summary',
  access,
  summary: 'All numbers of some days, and of as many days before',
  tag,
  query: rangeQuery({ compare: comparison }),
  response: ReportSummary,
})
export const reportSeries = endpoint({
  method: 'GET',
  path: '/api/v1/reports/series',
  access,
  summary: 'What was counted in each hour, day or week; by the hour 93 days at most',
  tag,
  query: rangeQuery({ compare: comparison, by: z.enum(seriesSteps).default('day') }),
  response: ReportSeries,
})
export const reportTable = endpoint({
  method: 'GET',
  path: '/api/v1/reports/table',
  access,
  summary: 'All numbers of some days for each agent, team, inbox or tag',
  tag,
  query: rangeQuery({ by: z.enum(breakdowns) }),
  response: ReportTable,
})
export const reportBusiestHours = endpoint({
  method: 'GET',
  path: '/api/v1/reports/busiest-hours',
  access,
  summary: 'How much came in each hour of the week',
  tag,
  query: rangeQuery({ measure: z.enum(countedMeasures).default('new') }),
  response: BusiestHours,
})
export const reportFirstResponses = endpoint({
  method: 'GET',
  path: '/api/v1/reports/first-responses',
  access,
  summary: 'How many first replies took how long',
  tag,
  query: rangeQuery({}),
  response: FirstResponses,
})
export const reportConversations = endpoint({
  method: 'GET',
  path: '/api/v1/reports/conversations',
  access,
  summary: 'The conversations behind a number, newest first; only those that you may see',
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
  summary: 'One of the reports as a file for spreadsheets',
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
