import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { wholeNumber } from '../shared/fields.ts'
import { reportDate, reportFilters } from './report-range.ts'

const count = z.int().nonnegative()
const tag = 'reports'
const access = 'reports:manage'

/** 0 or omitted: since midnight in the workspace's time zone; n: the last n × 24 hours (docs/spec/wire.md#overview-reports). */
const lastDaysQuery = z.object({ days: wholeNumber(0, 1100).default(0) })

/** Current counts of conversations that are not closed, and of agents by availability (docs/spec/wire.md#overview-reports). */
export const OverviewCounts = z.object({
  open: count,
  /** The customer wrote the last message. */
  awaiting_response: count,
  unassigned: count,
  /** No one has replied yet. */
  pending: count,
  agents_online: count,
  /** Manually set to away. */
  agents_away: count,
  agents_reassigning: count,
  agents_offline: count,
})
export type OverviewCounts = z.infer<typeof OverviewCounts>
export const getOverviewCounts = endpoint({
  method: 'GET',
  path: '/api/v1/reports/overview/counts',
  access,
  summary: 'How many conversations are open, and which agents are available in the whole workspace',
  tag,
  query: z.object(reportFilters),
  response: OverviewCounts,
})

/** Days without any are omitted; null if there are none at all. */
const perDay = z.array(z.object({ date: reportDate, count })).nullable()
export const OverviewCharts = z.object({ new_conversations: perDay, resolved_conversations: perDay })
export type OverviewCharts = z.infer<typeof OverviewCharts>
export const getOverviewCharts = endpoint({
  method: 'GET',
  path: '/api/v1/reports/overview/charts',
  access,
  summary: 'Conversations per day, new and resolved',
  tag,
  query: lastDaysQuery,
  response: OverviewCharts,
})

const averageSeconds = z.number().nonnegative()
export const OverviewSla = z.object({
  first_response_met_count: count,
  first_response_breached_count: count,
  next_response_met_count: count,
  next_response_breached_count: count,
  resolution_met_count: count,
  resolution_breached_count: count,
  avg_first_response_time_sec: averageSeconds,
  avg_next_response_time_sec: averageSeconds,
  avg_resolution_time_sec: averageSeconds,
})
export type OverviewSla = z.infer<typeof OverviewSla>
export const getOverviewSla = endpoint({
  method: 'GET',
  path: '/api/v1/reports/overview/sla',
  access,
  summary: 'SLA targets met and missed',
  tag,
  query: lastDaysQuery,
  response: OverviewSla,
})
