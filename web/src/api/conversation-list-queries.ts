import {
  type ConversationSort,
  conversationSorts,
  countLists,
  listAll,
  listAssigned,
  listDraftConversations,
  listMentions,
  listScheduled,
  listSent,
  listSnoozed,
  listSpam,
  listTeamUnassigned,
  listTrash,
  listUnassigned,
} from '@parley/contract/conversations/conversation-lists'
import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import type { FilterNode } from '@parley/contract/shared/filters'
import { listViewConversations } from '@parley/contract/views/views'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { InboxList } from '../lib/inbox-list.ts'
import { isOrderedType, type OrderedInboxType } from '../lib/inbox-list.ts'
import { call } from './call.ts'
import { keepNewerPages } from './optimistic-patches.ts'
import { queryKeys } from './query-client.ts'

/** One list with its status, sort and filters, from the path and its search parameters. */
export type ListKey = {
  type: InboxList['type']
  id?: number
  /** A status name, or null for all statuses. */
  status: string | null
  sort: ConversationSort
  /** Ad-hoc filters, or the view's own: changing a view yields another list key. */
  filters?: readonly FilterNode[]
}

export type ListPage = {
  results: ConversationListItem[]
  total: number
  total_is_estimate: boolean
  next_cursor: string | null
}
/** Cursor pagination: a list that changes while it is read neither repeats nor skips rows. */
export type ListPages = InfiniteData<ListPage, string | undefined>

export const listQuery = (list: ListKey) =>
  infiniteQueryOptions({
    queryKey: queryKeys.conversationList(list),
    queryFn: ({ pageParam, signal }) => fetchListPage(list, pageParam, signal),
    initialPageParam: undefined as string | undefined, // widens the literal for the pages that follow
    getNextPageParam: (last: ListPage) => last.next_cursor ?? undefined,
    structuralSharing: keepNewerPages,
  })

/** The counts beside the lists in the panel. */
export const countsQuery = queryOptions({
  queryKey: queryKeys.listCounts,
  queryFn: ({ signal }) => call(countLists, { signal }),
})

const orderedLists = {
  mentions: listMentions,
  snoozed: listSnoozed,
  sent: listSent,
  drafts: listDraftConversations,
  scheduled: listScheduled,
  spam: listSpam,
  trash: listTrash,
} as const satisfies Record<OrderedInboxType, unknown>

/** The page after the cursor, or the first page. Throws ApiError. */
export function fetchListPage(list: ListKey, cursor?: string, signal?: AbortSignal): Promise<ListPage> {
  if (isOrderedType(list.type)) {
    const query = { page_size: PAGE_SIZE, cursor }
    return call(orderedLists[list.type], signal ? { query, signal } : { query })
  }
  const { field, order } = conversationSorts[list.sort]
  const query = {
    page_size: PAGE_SIZE,
    order_by: `conversations.${field}`,
    order,
    cursor,
    filters: filtersParam(list),
  }
  const rest = signal ? { query, signal } : { query }
  switch (list.type) {
    case 'assigned':
      return call(listAssigned, rest)
    case 'unassigned':
      return call(listUnassigned, rest)
    case 'all':
      return call(listAll, rest)
    case 'team':
      return call(listTeamUnassigned, { ...rest, params: { id: String(list.id) } })
    case 'view':
      return call(listViewConversations, { ...rest, params: { id: String(list.id) } })
  }
}

/** For a view the server applies its stored filters. */
function filtersParam({ type, status, filters = [] }: ListKey): string | undefined {
  if (type === 'view') return undefined
  // The status goes last, so that "Filter 1" in the server's messages is the first one on screen.
  const all = status === null ? filters : [...filters, statusFilter(status)]
  return all.length === 0 ? undefined : JSON.stringify(all)
}

export const PAGE_SIZE = 50
const statusFilter = (value: string) => ({
  model: 'conversation_statuses',
  field: 'name',
  operator: 'equals',
  value,
})
