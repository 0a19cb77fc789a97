import { readStoredValue, storeValue } from '../../lib/browser/stored-value.ts'
import type { InboxList } from '../../lib/inbox-list.ts'
import { ALL_STATUSES, ListSearch } from './list-search.ts'

const storageKey = (agentId: number, list: InboxList) =>
  `list.${agentId}.${'id' in list ? `${list.type}.${list.id}` : list.type}`

/**
 * The agent's last status, sort and filters of this list. Parameters in the URL win. A status that was deleted or renamed
 * since is forgotten, or the list would stay empty; `statuses` is undefined until they are loaded.
 */
export function withStoredListSearch(
  search: ListSearch,
  agentId: number,
  list: InboxList,
  statuses?: readonly { name: string }[],
): ListSearch {
  if (search.status !== undefined || search.sort !== undefined || search.filters !== undefined) return search
  const { status, ...stored } = parseStoredSearch(readStoredValue(storageKey(agentId, list)))
  const exists = status === ALL_STATUSES || !statuses || statuses.some(({ name }) => name === status)
  return { ...stored, ...(status !== undefined && exists && { status }) }
}

/** Removes the stored value if it is the default. */
export function storeListSearch(agentId: number, list: InboxList, search: ListSearch) {
  const isDefault = Object.values(search).every((value) => value === undefined)
  storeValue(storageKey(agentId, list), isDefault ? null : JSON.stringify(search))
}

function parseStoredSearch(stored: string | null): ListSearch {
  if (stored === null) return {}
  try {
    return ListSearch.parse(JSON.parse(stored))
  } catch {
    return {}
  }
}
