import { type FilterRow, filterLimits, isCompleteRow } from '@parley/contract/shared/filters'
import { invalid } from '../errors.ts'

/** A filter row and its path in the request: `filters.1.any.0`. */
export type Filter = FilterRow & { path: string }
export type FilterTree = Filter | { any: FilterTree[] } | { all: FilterTree[] }

/**
 * Parses a `filters` parameter without groups. Incomplete rows are dropped: clients send them while the user is typing
 * (docs/spec/wire.md#lists-and-filters).
 */
export const parseFilterRows = (text: string | undefined): Filter[] =>
  parseFilterTrees(text).map((node) => {
    if (isFilterRow(node)) return node
    throw invalid('filters', 'This list doesn’t support filter groups')
  })

/** Parses filters with groups: a list of nodes joined by AND. */
export const parseFilterTrees = (text: string | undefined): FilterTree[] =>
  text?.trim() ? readFilterTrees(tryParseJson(text)) : []

/** Reads filters from JSON. Drops incomplete rows; throws a 400 with the path of an invalid node. */
export function readFilterTrees(value: unknown): FilterTree[] {
  let rows = 0
  const readList = (list: unknown, path: string, depth: number): FilterTree[] => {
    if (!Array.isArray(list))
      throw invalid(
        path,
        'Filters must be a JSON array of {model, field, operator, value}, {any: […]} or {all: […]}',
      )
    return list.flatMap((node, index) => readNode(node, `${path}.${index}`, depth))
  }
  const readNode = (node: unknown, path: string, depth: number): FilterTree[] => {
    if (typeof node !== 'object' || node === null || Array.isArray(node))
      throw invalid(
        path,
        `${filterLabel(path)} is not a filter: {model, field, operator, value}, {any: […]} or {all: […]}`,
      )
    const kind = groupKinds.find((name) => name in node)
    if (!kind) return readRow(node, path)
    if (Object.keys(node).length > 1)
      throw invalid(path, `${filterLabel(path)} is a group, which can only contain "${kind}"`)
    if (depth === filterLimits.depth)
      throw invalid(
        path,
        `${filterLabel(path)}: groups can be nested at most ${filterLimits.depth} levels deep`,
      )
    const parts = readList((node as Record<string, unknown>)[kind], `${path}.${kind}`, depth + 1)
    if (parts.length === 0) return []
    return kind === 'any' ? [{ any: parts }] : [{ all: parts }]
  }
  const readRow = (node: object, path: string): FilterTree[] => {
    if (++rows > filterLimits.rows)
      throw invalid(path, `A list can have at most ${filterLimits.rows} filters`)
    const { model, field, operator, value } = node as Record<string, unknown>
    for (const [name, text] of Object.entries({ model, field, operator }))
      if (text !== undefined && text !== null && typeof text !== 'string')
        throw invalid(path, `${filterLabel(path)}: "${name}" must be a string`)
    if (containsNul(value)) throw invalid(path, `${filterLabel(path)}: "value" contains a NUL character`)
    const row = { model: toText(model), field: toText(field), operator: toText(operator), value, path }
    return isCompleteRow(row) ? [row] : []
  }
  return readList(value, 'filters', 0)
}

const groupKinds = ['any', 'all'] as const

export const isFilterRow = (node: FilterTree): node is Filter => 'field' in node

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** 400, naming the row. */
export const rejectFilter = (f: Filter, reason: string): never => {
  throw invalid(f.path, `${filterLabel(f.path)}: ${reason}`)
}

export const rejectOperator = (f: Filter): never =>
  rejectFilter(f, `"${f.operator}" does not fit the field "${f.field}"`)

/** "Filter 2", or "Filter 2.1" for the first part of a group. */
const filterLabel = (path: string) =>
  `Filter ${[...path.matchAll(/\d+/g)].map(([index]) => Number(index) + 1).join('.')}`

/** Also finds a NUL in a JSON list stored as a string, where it is escaped. PostgreSQL rejects it in any text. */
const containsNul = (value: unknown): boolean => JSON.stringify(value)?.includes('\\u0000') ?? false

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
