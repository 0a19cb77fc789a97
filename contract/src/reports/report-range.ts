import { z } from 'zod'
import { idParam } from '../shared/fields.ts'

/** A calendar date in the workspace's time zone, such as `2026-11-22`. */
export const reportDate = z.iso.date('Enter a date as YYYY-MM-DD')
/** A date that can be queried: the same number of days before and after it still are dates. */
const queryDate = reportDate.refine(
  (date) => date >= '1970' && date < '2200',
  'Choose dates between 1970 and 2199',
)

/** Filters on the conversations counted. */
export const reportFilters = {
  inbox_id: idParam.optional(),
  team_id: idParam.optional(),
  agent_id: idParam.optional(),
  /** Conversations that have the tag now, or had it when it was deleted. */
  tag_id: idParam.optional(),
}
/** The date range, inclusive, and filters. Combining two or more filters aggregates individual facts, which is slower. */
const rangeFields = { from: queryDate, to: queryDate, ...reportFilters }
const DAY = 86_400_000
const maxReportDays = 1100

/** The number of days from `from` to `to`, inclusive; null if they are in the wrong order. */
export function daysOfRange({ from, to }: { from: string; to: string }): number | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  return days >= 1 ? days : null
}
/** A query for a date range and filters, of at most `maxDays`. */
export const rangeQuery = <Shape extends z.ZodRawShape>(shape: Shape, maxDays = maxReportDays) =>
  z.object({ ...rangeFields, ...shape }).superRefine((query, context) => {
    const days = daysOfRange(query as { from: string; to: string })
    const message =
      days === null
        ? 'The end date is before the start date'
        : days > maxDays
          ? `Choose at most ${maxDays} days`
          : undefined
    if (message) context.addIssue({ code: 'custom', path: ['to'], message })
  })

/** The date range of a response. */
export const ReportRange = z.object({ from: reportDate, to: reportDate })
export type ReportRange = z.infer<typeof ReportRange>
