import type { FilterNode } from '@parley/contract/filters'
import { isGroup } from '@parley/contract/filters'

type StoredAction = { type: string; value: string[] }
const setsTags: ReadonlySet<string> = new Set(['set_tags', 'add_tags', 'remove_tags'])

/** A macro's actions with one tag in another's place. */
export const inActions = (actions: unknown, from: number, into: number): StoredAction[] =>
  (actions as StoredAction[]) // as macros/stored-actions.ts writes them
    .map(({ type, value }) =>
      setsTags.has(type)
        ? { type, value: once(value.map((id) => (id === String(from) ? String(into) : id))) }
        : { type, value },
    )

/** A view's filters with one tag in another's place. Clients save ids as numbers or texts, alone, in a list, or in a list written as JSON. */
export const inFilters = (filters: unknown, from: number, into: number): FilterNode[] =>
  (filters as FilterNode[]) // checked when the view was saved
    .map((node) => {
      if (!isGroup(node))
        return node.field === 'tags' ? { ...node, value: inValue(node.value, from, into) } : node
      return 'any' in node
        ? { any: inFilters(node.any, from, into) }
        : { all: inFilters(node.all, from, into) }
    })

function inValue(value: unknown, from: number, into: number): unknown {
  if (Array.isArray(value)) return once(value.map((one) => inValue(one, from, into)))
  if (value === from) return into
  if (value === String(from)) return String(into)
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value
  try {
    return JSON.stringify(inValue(JSON.parse(value), from, into))
  } catch {
    return value
  }
}

const once = <T>(all: T[]): T[] => [...new Set(all)]

/** Whether putting another tag in its place changes the document at all. */
export const namesTag = (document: unknown, withTag: (into: number) => unknown): boolean =>
  JSON.stringify(withTag(-1)) !== JSON.stringify(document)
