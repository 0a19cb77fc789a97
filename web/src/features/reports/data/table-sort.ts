import type { ReportMeasure } from '@parley/contract/reports/report-measures'
import type { BreakdownRow } from '@parley/contract/reports/reports'
import { type Hours, measureValue } from './measures.ts'

/** A column to sort by. */
export type SortColumn = ReportMeasure | 'name'
export type SortOrder = { column: SortColumn; descending: boolean }

/** `-resolved` sorts by resolved, descending. */
export function parseSortOrder(
  text: string | undefined,
  columns: readonly SortColumn[],
  fallback: SortColumn,
): SortOrder {
  const column = columns.find((candidate) => candidate === text?.replace(/^-/, ''))
  return column
    ? { column, descending: text?.startsWith('-') ?? false }
    : { column: fallback, descending: true }
}

export const formatSortOrder = ({ column, descending }: SortOrder): string =>
  descending ? `-${column}` : column

/** A new column starts descending, names ascending; the same column toggles. */
export const toggleSortOrder = (order: SortOrder, column: SortColumn): SortOrder =>
  order.column === column
    ? { column, descending: !order.descending }
    : { column, descending: column !== 'name' }

/** A row's value in a column. */
const columnValue = (row: BreakdownRow, column: ReportMeasure, hours: Hours): number | null =>
  column === 'open' ? row.open : measureValue(column, row.numbers, hours)

/** Sorts rows. Missing values come last in both directions, ties are sorted by name, unassigned comes after everyone. */
export function sortRows(
  rows: readonly BreakdownRow[],
  { column, descending }: SortOrder,
  hours: Hours,
): BreakdownRow[] {
  const sign = descending ? -1 : 1
  const byName = (a: BreakdownRow, b: BreakdownRow) => a.name.localeCompare(b.name)
  return rows.toSorted((a, b) => {
    if (column === 'name') return unassignedLast(a, b) || sign * byName(a, b)
    const [left, right] = [columnValue(a, column, hours), columnValue(b, column, hours)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * (left - right) || unassignedLast(a, b) || byName(a, b)
  })
}

const unassignedLast = (a: BreakdownRow, b: BreakdownRow) => Number(a.id === null) - Number(b.id === null)
