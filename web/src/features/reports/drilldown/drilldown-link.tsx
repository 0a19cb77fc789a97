import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Drilldown, ReportScope } from '../scope/report-search.ts'
import { omitUndefined } from '../scope/use-report-context.ts'

export const DRILLDOWN_PATH = '/reports/conversations'

export type DrilldownTarget = Partial<Drilldown> & Pick<Drilldown, 'measure'>

/** Returns a function that builds the search parameters of a number's drill-down; `scope` overrides filters of the page. */
export function useDrilldownSearch(): (drilldown: DrilldownTarget, scope?: Partial<ReportScope>) => object {
  const { pathname, search } = useLocation()
  const currentScope = ReportScope.parse(search)
  const origin = pathname.split('/').at(-1)
  return (drilldown, scope = {}) => omitUndefined({ ...currentScope, ...scope, ...drilldown, of: origin })
}

/** A number that links to its conversations. */
export function DrilldownLink({
  drilldown,
  scope,
  label,
  className = '',
  children,
}: {
  drilldown: DrilldownTarget
  scope?: Partial<ReportScope>
  /** For numbers that are not clear on their own. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const drilldownSearch = useDrilldownSearch()
  return (
    <Link
      to={DRILLDOWN_PATH}
      search={drilldownSearch(drilldown, scope)}
      // Otherwise hovering over numbers would send requests.
      preload={false}
      aria-label={label}
      className={`rounded-sm tabular-nums underline-offset-3 hover:underline ${className}`}
    >
      {children}
    </Link>
  )
}
