import type { Status } from '@parley/contract/statuses/statuses'
import type { AnyView } from '@parley/contract/views/shared-views'
import type { QueryClient } from '@tanstack/react-query'
import { type ListKey, listQuery } from '../../api/conversation-list-queries.ts'
import { viewFilters } from '../../features/views/view-dialog-state.ts'
import type { InboxList } from '../../lib/inbox-list.ts'
import { meQuery, statusesQuery, viewsQuery } from '../../session/queries.ts'
import { type InboxParams, inboxFromParams } from './inbox-from-params.ts'
import { ListSearch, toListKey } from './list-search.ts'
import { withStoredListSearch } from './stored-list-search.ts'

/** The list that an inbox shows: with the URL's search parameters, or without any with those of the agent's last visit. */
export const shownList = (
  inbox: InboxList,
  search: ListSearch,
  agentId: number,
  statuses: readonly Status[] | undefined,
  view: AnyView | null,
): ListKey =>
  toListKey(inbox, withStoredListSearch(search, agentId, inbox, statuses), view ? viewFilters(view) : [])

/** Fetches the list of a URL while texts and code are loading, so that the first render already shows its rows. */
export function prefetchList(cache: QueryClient, params: InboxParams, search: object) {
  const inbox = inboxFromParams(params)
  const me = cache.getQueryData(meQuery.queryKey)
  // An invalid id leads elsewhere.
  if (!inbox || !me || ('id' in inbox && !(inbox.id > 0))) return
  const view = cache.getQueryData(viewsQuery.queryKey)?.find(({ id }) => id === params.viewID) ?? null
  if (inbox.type === 'view' && !view) return
  const statuses = cache.getQueryData(statusesQuery.queryKey)
  void cache.prefetchInfiniteQuery(
    listQuery(shownList(inbox, ListSearch.parse(search), me.id, statuses, view)),
  )
}
