import type { InboxList } from '../lib/inbox-list.ts'
import { readRemembered, remember } from '../lib/remembered.ts'
import { ListSearch } from './list-search.ts'

const keyOf = (agentId: number, list: InboxList) =>
  `list.${agentId}.${'id' in list ? `${list.type}.${list.id}` : list.type}`

/** What the agent last chose in this list: status, sort and filters. An address that names any of them wins. */
export function withRememberedChoice(search: ListSearch, agentId: number, list: InboxList): ListSearch {
  if (search.status !== undefined || search.sort !== undefined || search.filters !== undefined) return search
  return readChoice(readRemembered(keyOf(agentId, list)))
}

/** Null where it is what the list shows by default. */
export function rememberChoice(agentId: number, list: InboxList, search: ListSearch) {
  const isDefault = Object.values(search).every((value) => value === undefined)
  remember(keyOf(agentId, list), isDefault ? null : JSON.stringify(search))
}

function readChoice(stored: string | null): ListSearch {
  if (stored === null) return {}
  try {
    return ListSearch.parse(JSON.parse(stored))
  } catch {
    return {}
  }
}
