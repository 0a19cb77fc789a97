import type { ReportRange } from '@parley/contract/reports/report-range'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useNow } from '../../../format/use-now.ts'
import { settingsQuery } from '../../../session/queries.ts'
import { DEFAULT_RANGE, dayInZone, type Period, periodForRange, type Range } from './period.ts'
import { ReportScope } from './report-search.ts'

/** Period and filters as the API takes them. */
export type ReportParams = ReportRange & {
  inbox_id?: string
  team_id?: string
  agent_id?: string
  tag_id?: string
}

export type ReportContext = {
  /** The URL's parameters, kept when switching reports. */
  scope: ReportScope
  period: Period
  /** Null for a custom range. */
  range: Range | null
  today: string
  time_zone: string
  hours: 'business' | 'wall'
  isComparing: boolean
  params: ReportParams
  /** Updates the URL; undefined removes a parameter. */
  change: (to: { [Key in keyof ReportScope]?: ReportScope[Key] | undefined }) => void
}

/** The current report's period, filters and settings. All of it is in the URL. */
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
    change: (changes) =>
      void navigate({ to: pathname, search: omitUndefined({ ...search, ...changes }), replace: true }),
  }
}

function selectedPeriod({ range, from, to }: ReportScope, today: string): Period {
  if (from && to) return from <= to ? { from, to } : { from: to, to: from }
  return periodForRange(range ?? DEFAULT_RANGE, today)
}

const toReportParams = ({ inbox, team, agent, tag }: ReportScope, period: Period): ReportParams => ({
  ...period,
  ...(inbox !== undefined && { inbox_id: String(inbox) }),
  ...(team !== undefined && { team_id: String(team) }),
  ...(agent !== undefined && { agent_id: String(agent) }),
  ...(tag !== undefined && { tag_id: String(tag) }),
})

/** The router would write undefined values into the URL. */
export const omitUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
