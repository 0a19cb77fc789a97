import type { ReportMeasure } from '@parley/contract/reports/report-measures'
import type { Breakdown, BreakdownRow, ReportNumbers } from '@parley/contract/reports/reports'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { HorizontalScroll } from '../../../ui/layout/horizontal-scroll.tsx'
import type { Hours } from '../data/measures.ts'
import { formatCount } from '../data/report-format.ts'
import {
  formatSortOrder,
  parseSortOrder,
  type SortColumn,
  type SortOrder,
  sortRows,
  toggleSortOrder,
} from '../data/table-sort.ts'
import { DrilldownLink } from '../drilldown/drilldown-link.tsx'
import { SortSearch } from '../scope/report-search.ts'
import { MeasureValue } from './measure-value.tsx'

/** One row per agent, team, inbox or tag. Numbers are drill-down links; headers sort. */
export function BreakdownTable({
  dimension,
  label,
  columns,
  rows,
  totals,
  hours,
  isStale,
}: {
  dimension: Breakdown
  label: string
  columns: readonly ReportMeasure[]
  rows: readonly BreakdownRow[]
  /** Totals, if each conversation counts for one row only. */
  totals?: ReportNumbers | undefined
  hours: Hours
  isStale: boolean
}) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const first = columns.find((column) => column !== 'open') ?? 'resolved'
  const sortOrder = parseSortOrder(SortSearch.parse(search).sorted, ['name', ...columns], first)
  const sortBy = (column: SortColumn) =>
    void navigate({
      to: pathname,
      search: Object.assign({ ...search }, { sorted: formatSortOrder(toggleSortOrder(sortOrder, column)) }),
      replace: true,
    })
  return (
    <HorizontalScroll
      label={label}
      className={`rounded-sheet border transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      <table className="w-full">
        <thead>
          <tr className="text-xs text-ink-3">
            <SortHeader column="name" sortOrder={sortOrder} onSort={sortBy}>
              {t(`reports.filter.${dimension}`)}
            </SortHeader>
            {columns.map((column) => (
              <SortHeader key={column} column={column} sortOrder={sortOrder} onSort={sortBy}>
                {t(`reports.column.${column}`)}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, sortOrder, hours).map((row) => (
            <tr key={row.id ?? 'nobody'} className="border-t hover:bg-hover">
              <th
                scope="row"
                className="sticky left-0 max-w-44 bg-surface py-2 pr-3 pl-4 text-left font-normal md:max-w-72"
              >
                <RowName dimension={dimension} row={row} />
              </th>
              {columns.map((column) => (
                <td key={column} className="px-3 py-2 text-right whitespace-nowrap last:pr-4">
                  <MeasureCell dimension={dimension} row={row} column={column} hours={hours} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals && rows.length > 1 && (
          <tfoot>
            <tr className="border-t bg-surface-sunk font-medium">
              <th scope="row" className="sticky left-0 bg-surface-sunk py-2 pr-3 pl-4 text-left font-medium">
                {t('reports.all')}
              </th>
              {columns.map((column) => (
                <td key={column} className="px-3 py-2 text-right whitespace-nowrap tabular-nums last:pr-4">
                  {column === 'open' ? (
                    formatCount(rows.reduce((sum, { open }) => sum + open, 0))
                  ) : (
                    <MeasureValue measure={column} numbers={totals} hours={hours} />
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </HorizontalScroll>
  )
}

function SortHeader({
  column,
  sortOrder,
  onSort,
  children,
}: {
  column: SortColumn
  sortOrder: SortOrder
  onSort: (column: SortColumn) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const isSorted = sortOrder.column === column
  const Arrow = sortOrder.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sortOrder.descending ? 'descending' : 'ascending') : 'none'}
      className={column === 'name' ? 'sticky left-0 bg-surface pl-2 text-left' : 'pr-1 text-right last:pr-2'}
    >
      <button
        type="button"
        onClick={() => onSort(column)}
        title={column === 'name' ? undefined : t(`report.definition.${column}`)}
        className={`my-1 inline-flex h-7 items-center gap-1 rounded-md px-2 font-medium whitespace-nowrap hover:bg-hover hover:text-ink ${isSorted ? 'text-ink' : ''}`}
      >
        {children}
        {isSorted && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  )
}

function RowName({
  dimension,
  row: { id, name, avatar_url, is_deleted },
}: {
  dimension: Breakdown
  row: BreakdownRow
}) {
  const { t } = useTranslation()
  if (id === null) return <span className="text-ink-3">{t(`reports.nobody.${dimension}`)}</span>
  const letters = name
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('')
  return (
    <span className="flex items-center gap-2">
      {dimension === 'agent' && <Avatar name={name} initials={letters} src={avatar_url} size="sm" />}
      <span className="truncate" title={name}>
        {name}
      </span>
      {is_deleted && <Badge>{t('reports.deleted')}</Badge>}
    </span>
  )
}

function MeasureCell({
  dimension,
  row,
  column,
  hours,
}: {
  dimension: Breakdown
  row: BreakdownRow
  column: ReportMeasure
  hours: Hours
}) {
  const { t } = useTranslation()
  const scope = row.id === null ? {} : { [dimension]: row.id }
  // Every conversation has an inbox.
  const nobody = row.id === null && dimension !== 'inbox' ? dimension : undefined
  if (column !== 'open')
    return <MeasureValue measure={column} numbers={row.numbers} hours={hours} scope={scope} nobody={nobody} />
  if (row.open === 0) return <span className="tabular-nums">0</span>
  return (
    <DrilldownLink
      drilldown={{ measure: 'open', ...(nobody && { nobody }) }}
      scope={scope}
      label={t('reports.show_behind', { value: formatCount(row.open), measure: t('report.measure.open') })}
    >
      {formatCount(row.open)}
    </DrilldownLink>
  )
}
