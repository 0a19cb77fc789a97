import { readStoredValue, storeValue } from '../../lib/browser/stored-value.ts'
import type { InboxList } from '../../lib/inbox-list.ts'
import { ListSearch } from './list-search.ts'

const storageKey = (agentId: number, list: InboxList) =>
  `list.${agentId}.${'id' in list ? `${list.type}.${list.id}` : list.type}`

/** The agent's last status, sort and filters of this list. Parameters in the URL win. */
export function withStoredListSearch(search: ListSearch, agentId: number, list: InboxList): ListSearch {
  if (search.status !== undefined || search.sort !== undefined || search.filters !== undefined) return search
  return parseStoredSearch(readStoredValue(storageKey(agentId, list)))
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
