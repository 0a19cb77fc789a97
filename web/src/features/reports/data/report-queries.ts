import { getOverviewCounts } from '@parley/contract/reports/report-overview'
import {
  type Breakdown,
  reportBusiestHours,
  reportConversations,
  reportFirstResponses,
  reportSeries,
  reportSummary,
  reportTable,
  type SeriesStep,
} from '@parley/contract/reports/reports'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { countDays } from '../scope/period.ts'
import type { Drilldown } from '../scope/report-search.ts'
import type { ReportParams } from '../scope/use-report-context.ts'

/** The polling interval of existing clients (docs/spec/wire.md#overview-reports). */
const REFRESH_MS = 60_000
const refreshOptions = {
  placeholderData: keepPreviousData,
  refetchInterval: REFRESH_MS,
  staleTime: REFRESH_MS / 2,
}

/** Live counts have filters, but no period. */
export function countsQuery({ from: _from, to: _to, ...query }: ReportParams) {
  return queryOptions({
    queryKey: queryKeys.report('counts', query),
    queryFn: ({ signal }) => call(getOverviewCounts, { signal, query }),
    ...refreshOptions,
  })
}

export function summaryQuery(params: ReportParams, isComparing: boolean) {
  const query = { ...params, ...(isComparing && { compare: 'previous' as const }) }
  return queryOptions({
    queryKey: queryKeys.report('summary', query),
    queryFn: ({ signal }) => call(reportSummary, { signal, query }),
    ...refreshOptions,
  })
}

/** Hours up to two days, weeks beyond four months, otherwise days. */
function seriesStep(params: ReportParams): SeriesStep {
  const days = countDays(params)
  return days <= 2 ? 'hour' : days <= 124 ? 'day' : 'week'
}

export function seriesQuery(params: ReportParams, isComparing: boolean) {
  const query = { ...params, by: seriesStep(params), ...(isComparing && { compare: 'previous' as const }) }
  return queryOptions({
    queryKey: queryKeys.report('series', query),
    queryFn: ({ signal }) => call(reportSeries, { signal, query }),
    ...refreshOptions,
  })
}

export function tableQuery(params: ReportParams, dimension: Breakdown) {
  const query = { ...params, by: dimension }
  return queryOptions({
    queryKey: queryKeys.report('table', query),
    queryFn: ({ signal }) => call(reportTable, { signal, query }),
    ...refreshOptions,
  })
}

export const busiestQuery = (params: ReportParams) =>
  queryOptions({
    queryKey: queryKeys.report('busiest', params),
    queryFn: ({ signal }) => call(reportBusiestHours, { signal, query: params }),
    ...refreshOptions,
  })

export const firstResponsesQuery = (params: ReportParams) =>
  queryOptions({
    queryKey: queryKeys.report('first-responses', params),
    queryFn: ({ signal }) => call(reportFirstResponses, { signal, query: params }),
    ...refreshOptions,
  })

/** The API's parameter for the hours of a bucket is `hours`, which in the URL is the setting of the whole report. */
export const toDrilldownParams = (params: ReportParams, { bar_hours, of: _, ...behind }: Drilldown) => ({
  ...params,
  ...behind,
  ...(bar_hours && { hours: bar_hours }),
})

export function drilldownQuery(params: ReportParams, drilldown: Drilldown) {
  const query = toDrilldownParams(params, drilldown)
  return infiniteQueryOptions({
    queryKey: queryKeys.report('conversations', query),
    queryFn: ({ signal, pageParam }) =>
      call(reportConversations, { signal, query: { ...query, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
}
