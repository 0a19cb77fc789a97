import { getOverviewCounts } from '@parley/contract/report-overview'
import {
  type Breakdown,
  reportBusiestHours,
  reportConversations,
  reportFirstResponses,
  reportSeries,
  reportSummary,
  reportTable,
  type SeriesStep,
} from '@parley/contract/reports'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { daysOf } from './period.ts'
import type { Behind } from './search.ts'
import type { Asked } from './use-scope.ts'

/** Existing clients ask as often (api-contract 11). */
const EVERY = 60_000
const kept = { placeholderData: keepPreviousData, refetchInterval: EVERY, staleTime: EVERY / 2 }

/** What is so now knows filters, and no days. */
export function countsQuery({ from: _from, to: _to, ...query }: Asked) {
  return queryOptions({
    queryKey: keys.report('counts', query),
    queryFn: ({ signal }) => call(getOverviewCounts, { signal, query }),
    ...kept,
  })
}

export function summaryQuery(asked: Asked, compares: boolean) {
  const query = { ...asked, ...(compares && { compare: 'previous' as const }) }
  return queryOptions({
    queryKey: keys.report('summary', query),
    queryFn: ({ signal }) => call(reportSummary, { signal, query }),
    ...kept,
  })
}

/** Hours for two days, weeks beyond four months, else days. */
export function stepOf(asked: Asked): SeriesStep {
  const days = daysOf(asked)
  return days <= 2 ? 'hour' : days <= 124 ? 'day' : 'week'
}

export function seriesQuery(asked: Asked, compares: boolean) {
  const query = { ...asked, by: stepOf(asked), ...(compares && { compare: 'previous' as const }) }
  return queryOptions({
    queryKey: keys.report('series', query),
    queryFn: ({ signal }) => call(reportSeries, { signal, query }),
    ...kept,
  })
}

export function tableQuery(asked: Asked, by: Breakdown) {
  const query = { ...asked, by }
  return queryOptions({
    queryKey: keys.report('table', query),
    queryFn: ({ signal }) => call(reportTable, { signal, query }),
    ...kept,
  })
}

export const busiestQuery = (asked: Asked) =>
  queryOptions({
    queryKey: keys.report('busiest', asked),
    queryFn: ({ signal }) => call(reportBusiestHours, { signal, query: asked }),
    ...kept,
  })

export const firstResponsesQuery = (asked: Asked) =>
  queryOptions({
    queryKey: keys.report('first-responses', asked),
    queryFn: ({ signal }) => call(reportFirstResponses, { signal, query: asked }),
    ...kept,
  })

/** The wire's name for what a bar counts by is `hours`, which in an address says it of the whole report. */
export const behindAsked = (asked: Asked, { bar_hours, of: _, ...behind }: Behind) => ({
  ...asked,
  ...behind,
  ...(bar_hours && { hours: bar_hours }),
})

export function behindQuery(asked: Asked, behind: Behind) {
  const query = behindAsked(asked, behind)
  return infiniteQueryOptions({
    queryKey: keys.report('conversations', query),
    queryFn: ({ signal, pageParam }) =>
      call(reportConversations, { signal, query: { ...query, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
}
