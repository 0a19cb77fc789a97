import {
  type FilterNode,
  type FilterOperator,
  type FilterRow,
  isCompleteRow,
  isFilterGroup,
  needsValue,
} from '@parley/contract/shared/filters'
import { randomId } from '../lib/browser/random-id.ts'
import type { FilterField, FilterFieldKind } from './filter-field.ts'

/** A condition being edited. Values are strings, as in a field; several ids are a JSON list. */
export type DraftRow = { key: string; field: string | null; operator: FilterOperator | null; value: string }

/** Groups are AND-ed, the rows of a group OR-ed. A filter that the builder can't show is kept unchanged in `other`. */
export type DraftGroup = { key: string; rows: DraftRow[] } | { key: string; other: FilterNode }

/** The operators that the builder offers for each kind of field. The API accepts more. */
export const operatorsByKind: Record<FilterFieldKind, readonly FilterOperator[]> = {
  select: ['equals', 'not equals', 'set', 'not set'],
  boolean: ['equals', 'not equals'],
  text: ['equals', 'not equals', 'set', 'not set', 'contains', 'not contains'],
  date: ['equals', 'not equals', 'set', 'not set', 'greater than', 'less than'],
  number: ['equals', 'not equals', 'greater than', 'less than'],
  tags: ['contains', 'not contains', 'set', 'not set'],
}

// Random, because a draft may be restored after a reload.
export const emptyRow = (): DraftRow => ({ key: randomId(), field: null, operator: null, value: '' })

const fieldIdOf = ({ model, field }: Pick<FilterRow, 'model' | 'field'>): string =>
  `${field === 'tags' ? 'conversations' : model || 'conversations'}.${field}`

/** Changing the field resets operator and value. */
export const withField = (row: DraftRow, field: string): DraftRow =>
  row.field === field ? row : { ...row, field, operator: null, value: '' }

export const withOperator = (row: DraftRow, operator: FilterOperator): DraftRow => ({
  ...row,
  operator,
  value: needsValue(operator) ? row.value : '',
})

/** What the builder shows when there are no filters. */
export const emptyDraft: DraftGroup[] = [{ key: 'saved-0', rows: [{ ...emptyRow(), key: 'saved-0-0' }] }]

/** Converts saved filters for the builder. Equal filters have equal keys, so that drafts can be compared. */
export function toFilterDraft(nodes: readonly FilterNode[], fields: readonly FilterField[]): DraftGroup[] {
  if (nodes.length === 0) return emptyDraft
  return flattenAll(nodes).map((node, groupIndex): DraftGroup => {
    const key = `saved-${groupIndex}`
    const parts = isFilterGroup(node) ? ('any' in node ? node.any : []) : [node]
    const rows = parts.map((part, index) =>
      isFilterGroup(part) ? null : toDraftRow(part, `${key}-${index}`, fields),
    )
    const supported = rows.filter((row) => row !== null)
    return supported.length === rows.length ? { key, rows: supported } : { key, other: node }
  })
}

const flattenAll = (nodes: readonly FilterNode[]): FilterNode[] =>
  nodes.flatMap((node) => ('all' in node ? flattenAll(node.all) : [node]))

function toDraftRow(row: FilterRow, key: string, fields: readonly FilterField[]): DraftRow | null {
  const field = fields.find((one) => one.id === fieldIdOf(row))
  const operator = field && operatorsByKind[field.kind].find((one) => one === row.operator)
  const value = textOf(row.value)
  return operator && value !== null ? { key, field: field.id, operator, value } : null
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return JSON.stringify(value)
  return typeof value === 'object' ? null : String(value)
}

/** Converts a draft to filters. Incomplete rows are dropped. */
export const toFilterNodes = (groups: readonly DraftGroup[]): FilterNode[] =>
  groups.flatMap((group): FilterNode[] => {
    if ('other' in group) return [group.other]
    const rows = group.rows.filter(isComplete).map(toFilterRow)
    return rows.length > 1 ? [{ any: rows }] : rows
  })

/** Whether a row is complete. An untouched row is merely empty. */
export const isComplete = (row: DraftRow): boolean => isCompleteRow(toFilterRow(row))
export const isUntouched = (row: DraftRow): boolean => row.field === null

function toFilterRow({ field, operator, value }: DraftRow): FilterRow {
  // Keys of custom attributes may contain a dot; models don't.
  const dot = field?.indexOf('.') ?? 0
  const name = {
    model: field?.slice(0, dot) ?? '',
    field: field?.slice(dot + 1) ?? '',
    operator: operator ?? '',
  }
  return needsValue(name.operator) ? { ...name, value: value.trim() === '[]' ? '' : value.trim() } : name
}

export type FilterProblem = 'view.form.filter.selectAtLeastOne' | 'view.form.filter.partiallyFilled'

/** The problem with a view's filters, as a catalogue key, or null. */
export function filterProblem(groups: readonly DraftGroup[]): FilterProblem | null {
  const rows = groups.flatMap((group) => ('rows' in group ? group.rows : []))
  if (rows.some((row) => !isUntouched(row) && !isComplete(row))) return 'view.form.filter.partiallyFilled'
  return toFilterNodes(groups).length === 0 ? 'view.form.filter.selectAtLeastOne' : null
}
