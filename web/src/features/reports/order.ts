import type { ReportMeasure } from '@parley/contract/report-measures'
import type { BreakdownRow } from '@parley/contract/reports'
import { type Hours, measured } from './measures.ts'

/** What a table is ordered by. */
export type Column = ReportMeasure | 'name'
export type Order = { by: Column; descending: boolean }

/** `-resolved` is the most resolved first. */
export function readOrder(text: string | undefined, columns: readonly Column[], otherwise: Column): Order {
  const by = columns.find((column) => column === text?.replace(/^-/, ''))
  return by ? { by, descending: text?.startsWith('-') ?? false } : { by: otherwise, descending: true }
}

export const writeOrder = ({ by, descending }: Order): string => (descending ? `-${by}` : by)

/** Another column begins with its most, names with A; the same one turns round. */
export const turned = (order: Order, by: Column): Order =>
  order.by === by ? { by, descending: !order.descending } : { by, descending: by !== 'name' }

/** The value in a column of counts, times and shares. */
export const cellOf = (row: BreakdownRow, column: ReportMeasure, hours: Hours): number | null =>
  column === 'open' ? row.open : measured(column, row.numbers, hours)

/** Rows in order. Who has no value comes last either way; equals by name; nobody after everybody. */
export function ordered(
  rows: readonly BreakdownRow[],
  { by, descending }: Order,
  hours: Hours,
): BreakdownRow[] {
  const sign = descending ? -1 : 1
  const byName = (a: BreakdownRow, b: BreakdownRow) => a.name.localeCompare(b.name)
  return rows.toSorted((a, b) => {
    if (by === 'name') return nobodyLast(a, b) || sign * byName(a, b)
    const [left, right] = [cellOf(a, by, hours), cellOf(b, by, hours)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * (left - right) || nobodyLast(a, b) || byName(a, b)
  })
}

const nobodyLast = (a: BreakdownRow, b: BreakdownRow) => Number(a.id === null) - Number(b.id === null)
