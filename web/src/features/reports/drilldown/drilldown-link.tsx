import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Drilldown, ReportScope } from '../scope/report-search.ts'
import { omitUndefined } from '../scope/use-report-context.ts'

export const DRILLDOWN_PATH = '/reports/conversations'

export type DrilldownTarget = Partial<Drilldown> & Pick<Drilldown, 'measure'>

/** Makes the address of the conversations behind a number of the report on the page; `scope` narrows what the page is about. */
export function useDrilldownSearch(): (behind: DrilldownTarget, scope?: Partial<ReportScope>) => object {
  const { pathname, search } = useLocation()
  const currentScope = ReportScope.parse(search)
  const origin = pathname.split('/').at(-1)
  return (drilldown, scope = {}) => omitUndefined({ ...currentScope, ...scope, ...drilldown, of: origin })
}

/** A number that leads to its conversations. */
export function DrilldownLink({
  drilldown,
  scope,
  label,
  className = '',
  children,
}: {
  drilldown: DrilldownTarget
  scope?: Partial<ReportScope>
  /** Where the number alone says too little. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const drilldownSearch = useDrilldownSearch()
  return (
    <Link
      to={DRILLDOWN_PATH}
      search={drilldownSearch(drilldown, scope)}
      // Each would ask the server on the way of the pointer.
      preload={false}
      aria-label={label}
      className={`rounded-sm tabular-nums underline-offset-3 hover:underline ${className}`}
    >
      {children}
    </Link>
  )
}
