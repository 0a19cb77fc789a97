import type { ReportRange } from '@parley/contract/reports/reports'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useNow } from '../../../format/use-now.ts'
import { settingsQuery } from '../../../session/queries.ts'
import { DEFAULT_RANGE, dayInZone, type Period, periodForRange, type Range } from './period.ts'
import { ReportScope } from './report-search.ts'

/** The days and filters as the calls take them. */
export type ReportParams = ReportRange & {
  inbox_id?: string
  team_id?: string
  agent_id?: string
  tag_id?: string
}

export type ReportContext = {
  /** As the address says it, and the next report keeps. */
  scope: ReportScope
  period: Period
  /** Null for days that were chosen by hand. */
  range: Range | null
  today: string
  time_zone: string
  hours: 'business' | 'wall'
  isComparing: boolean
  params: ReportParams
  /** Changes the address; undefined takes something out of it. */
  change: (to: { [Key in keyof ReportScope]?: ReportScope[Key] | undefined }) => void
}

/** What the report on the page is about. The address holds all of it. */
export function useReportContext(): ReportContext {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const now = useNow()
  const time_zone = useQuery(settingsQuery).data?.['app.timezone'] || 'UTC'
  const scope = ReportScope.parse(search)
  const today = dayInZone(time_zone, now)
  const range = scope.from && scope.to ? null : (scope.range ?? DEFAULT_RANGE)
  const period = selectedPeriod(scope, today)
  return {
    scope,
    period,
    range,
    today,
    time_zone,
    hours: scope.hours ?? 'business',
    isComparing: scope.compare !== 'none',
    params: toReportParams(scope, period),
    change: (to) =>
      void navigate({ to: pathname, search: omitUndefined({ ...search, ...to }), replace: true }),
  }
}

function selectedPeriod({ range, from, to }: ReportScope, today: string): Period {
  if (from && to) return from <= to ? { from, to } : { from: to, to: from }
  return periodForRange(range ?? DEFAULT_RANGE, today)
}

export const toReportParams = ({ inbox, team, agent, tag }: ReportScope, period: Period): ReportParams => ({
  ...period,
  ...(inbox !== undefined && { inbox_id: String(inbox) }),
  ...(team !== undefined && { team_id: String(team) }),
  ...(agent !== undefined && { agent_id: String(agent) }),
  ...(tag !== undefined && { tag_id: String(tag) }),
})

/** Undefined keys would stand in the address as such. */
export const omitUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
