import type { FilterNode } from '@parley/contract/shared/filters'
import { isFilterGroup } from '@parley/contract/shared/filters'

type StoredAction = { type: string; value: string[] }
const tagActionTypes: ReadonlySet<string> = new Set(['set_tags', 'add_tags', 'remove_tags'])

/** A macro's actions with one tag replaced by another. */
export const replaceTagInActions = (actions: unknown, from: number, into: number): StoredAction[] =>
  (actions as StoredAction[]) // written by macros/stored-actions.ts
    .map(({ type, value }) =>
      tagActionTypes.has(type)
        ? { type, value: unique(value.map((id) => (id === String(from) ? String(into) : id))) }
        : { type, value },
    )

/**
 * A view's filters with one tag replaced by another. Clients save ids as numbers or strings: alone, in a list, or in a
 * list written as JSON.
 */
export const replaceTagInFilters = (filters: unknown, from: number, into: number): FilterNode[] =>
  (filters as FilterNode[]) // validated when the view was saved
    .map((node) => {
      if (!isFilterGroup(node))
        return node.field === 'tags' ? { ...node, value: replaceTagInValue(node.value, from, into) } : node
      return 'any' in node
        ? { any: replaceTagInFilters(node.any, from, into) }
        : { all: replaceTagInFilters(node.all, from, into) }
    })

function replaceTagInValue(value: unknown, from: number, into: number): unknown {
  if (Array.isArray(value)) return unique(value.map((one) => replaceTagInValue(one, from, into)))
  if (value === from) return into
  if (value === String(from)) return String(into)
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value
  try {
    return JSON.stringify(replaceTagInValue(JSON.parse(value), from, into))
  } catch {
    return value
  }
}

const unique = <T>(all: T[]): T[] => [...new Set(all)]

/** Whether replacing the tag changes the document, that is, whether it refers to the tag. */
export const referencesTag = (document: unknown, withTag: (into: number) => unknown): boolean =>
  JSON.stringify(withTag(-1)) !== JSON.stringify(document)
