import type { ReportMeasure } from '@parley/contract/report-measures'
import type { Breakdown, BreakdownRow, ReportNumbers } from '@parley/contract/reports'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { SideScroll } from '../../ui/side-scroll.tsx'
import { BehindLink } from './behind.tsx'
import { MeasureValue } from './measure-value.tsx'
import type { Hours } from './measures.ts'
import { type Column, type Order, ordered, readOrder, turned, writeOrder } from './order.ts'
import { Sorting } from './search.ts'
import { count } from './words.ts'

/** A row for each agent, team, inbox or tag; every number leads to its conversations, every head orders by it. */
export function BreakdownTable({
  by,
  label,
  columns,
  rows,
  all,
  hours,
  dim,
}: {
  by: Breakdown
  label: string
  columns: readonly ReportMeasure[]
  rows: readonly BreakdownRow[]
  /** All of them together, where every conversation counts for one row only. */
  all?: ReportNumbers | undefined
  hours: Hours
  dim: boolean
}) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const first = columns.find((column) => column !== 'open') ?? 'resolved'
  const order = readOrder(Sorting.parse(search).sorted, ['name', ...columns], first)
  const orderBy = (column: Column) =>
    void navigate({
      to: pathname,
      search: Object.assign({ ...search }, { sorted: writeOrder(turned(order, column)) }),
      replace: true,
    })
  return (
    <SideScroll
      label={label}
      className={`rounded-sheet border transition-opacity ${dim ? 'opacity-60' : ''}`}
    >
      <table className="w-full">
        <thead>
          <tr className="text-xs text-ink-3">
            <Head column="name" order={order} onOrder={orderBy}>
              {t(`reports.filter.${by}`)}
            </Head>
            {columns.map((column) => (
              <Head key={column} column={column} order={order} onOrder={orderBy}>
                {t(`reports.column.${column}`)}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {ordered(rows, order, hours).map((row) => (
            <tr key={row.id ?? 'nobody'} className="border-t hover:bg-hover">
              <th
                scope="row"
                className="sticky left-0 max-w-44 bg-surface py-2 pr-3 pl-4 text-left font-normal md:max-w-72"
              >
                <Name by={by} row={row} />
              </th>
              {columns.map((column) => (
                <td key={column} className="px-3 py-2 text-right whitespace-nowrap last:pr-4">
                  <Cell by={by} row={row} column={column} hours={hours} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {all && rows.length > 1 && (
          <tfoot>
            <tr className="border-t bg-surface-sunk font-medium">
              <th scope="row" className="sticky left-0 bg-surface-sunk py-2 pr-3 pl-4 text-left font-medium">
                {t('reports.all')}
              </th>
              {columns.map((column) => (
                <td key={column} className="px-3 py-2 text-right whitespace-nowrap tabular-nums last:pr-4">
                  {column === 'open' ? (
                    count(rows.reduce((sum, { open }) => sum + open, 0))
                  ) : (
                    <MeasureValue measure={column} numbers={all} hours={hours} />
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </SideScroll>
  )
}

function Head({
  column,
  order,
  onOrder,
  children,
}: {
  column: Column
  order: Order
  onOrder: (column: Column) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const isBy = order.by === column
  const Arrow = order.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isBy ? (order.descending ? 'descending' : 'ascending') : 'none'}
      className={column === 'name' ? 'sticky left-0 bg-surface pl-2 text-left' : 'pr-1 text-right last:pr-2'}
    >
      <button
        type="button"
        onClick={() => onOrder(column)}
        title={column === 'name' ? undefined : t(`report.definition.${column}`)}
        className={`my-1 inline-flex h-7 items-center gap-1 rounded-md px-2 font-medium whitespace-nowrap hover:bg-hover hover:text-ink ${isBy ? 'text-ink' : ''}`}
      >
        {children}
        {isBy && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  )
}

function Name({ by, row: { id, name, avatar_url, is_deleted } }: { by: Breakdown; row: BreakdownRow }) {
  const { t } = useTranslation()
  if (id === null) return <span className="text-ink-3">{t(`reports.nobody.${by}`)}</span>
  const letters = name
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('')
  return (
    <span className="flex items-center gap-2">
      {by === 'agent' && <Avatar name={name} initials={letters} src={avatar_url} size="sm" />}
      <span className="truncate" title={name}>
        {name}
      </span>
      {is_deleted && <Badge>{t('reports.deleted')}</Badge>}
    </span>
  )
}

function Cell({
  by,
  row,
  column,
  hours,
}: {
  by: Breakdown
  row: BreakdownRow
  column: ReportMeasure
  hours: Hours
}) {
  const { t } = useTranslation()
  const scope = row.id === null ? {} : { [by]: row.id }
  // Every conversation is in an inbox.
  const nobody = row.id === null && by !== 'inbox' ? by : undefined
  if (column !== 'open')
    return <MeasureValue measure={column} numbers={row.numbers} hours={hours} scope={scope} nobody={nobody} />
  if (row.open === 0) return <span className="tabular-nums">0</span>
  return (
    <BehindLink
      behind={{ measure: 'open', ...(nobody && { nobody }) }}
      scope={scope}
      label={t('reports.show_behind', { value: count(row.open), measure: t('report.measure.open') })}
    >
      {count(row.open)}
    </BehindLink>
  )
}
