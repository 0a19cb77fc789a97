import type { ReportRange } from '@parley/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useNow } from '../../format/use-now.ts'
import { settingsQuery } from '../../session/queries.ts'
import { DEFAULT_RANGE, dayIn, type Period, periodOf, type Range } from './period.ts'
import { Scope } from './search.ts'

/** The days and filters as the calls take them. */
export type Asked = ReportRange & {
  inbox_id?: string
  team_id?: string
  agent_id?: string
  tag_id?: string
}

export type Scoped = {
  /** As the address says it, and the next report keeps. */
  scope: Scope
  period: Period
  /** Null for days that were chosen by hand. */
  range: Range | null
  today: string
  time_zone: string
  hours: 'business' | 'wall'
  compares: boolean
  asked: Asked
  /** Changes the address; undefined takes something out of it. */
  change: (to: { [Key in keyof Scope]?: Scope[Key] | undefined }) => void
}

/** What the report on the page is about. The address holds all of it. */
export function useScope(): Scoped {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const now = useNow()
  const time_zone = useQuery(settingsQuery).data?.['app.timezone'] || 'UTC'
  const scope = Scope.parse(search)
  const today = dayIn(time_zone, now)
  const range = scope.from && scope.to ? null : (scope.range ?? DEFAULT_RANGE)
  const period = chosenPeriod(scope, today)
  return {
    scope,
    period,
    range,
    today,
    time_zone,
    hours: scope.hours ?? 'business',
    compares: scope.compare !== 'none',
    asked: askedBy(scope, period),
    change: (to) => void navigate({ to: pathname, search: without({ ...search, ...to }), replace: true }),
  }
}

function chosenPeriod({ range, from, to }: Scope, today: string): Period {
  if (from && to) return from <= to ? { from, to } : { from: to, to: from }
  return periodOf(range ?? DEFAULT_RANGE, today)
}

export const askedBy = ({ inbox, team, agent, tag }: Scope, period: Period): Asked => ({
  ...period,
  ...(inbox !== undefined && { inbox_id: String(inbox) }),
  ...(team !== undefined && { team_id: String(team) }),
  ...(agent !== undefined && { agent_id: String(agent) }),
  ...(tag !== undefined && { tag_id: String(tag) }),
})

/** Undefined keys would stand in the address as such. */
export const without = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
