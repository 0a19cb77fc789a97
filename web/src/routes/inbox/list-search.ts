import { type ConversationSort, conversationSorts } from '@parley/contract/conversations/conversation-lists'
import { FilterJson, type FilterNode } from '@parley/contract/shared/filters'
import { z } from 'zod'
import type { ListKey } from '../../api/conversation-list-queries.ts'
import type { InboxList } from '../../lib/inbox-list.ts'

const DEFAULT_STATUS = 'Open'
const DEFAULT_SORT: ConversationSort = 'newest_activity'
/** How the address says that no status was chosen. */
const ALL_STATUSES = 'every'

/** What an inbox's address says beside its path. Nonsense reads as nothing. */
export const ListSearch = z.object({
  status: z.string().min(1).optional().catch(undefined),
  sort: z
    .enum(Object.keys(conversationSorts) as [ConversationSort, ...ConversationSort[]]) // Object.keys forgets the keys' type
    .optional()
    .catch(undefined),
  /** Filters of the moment, in the shape of the wire. */
  filters: z.array(FilterJson).optional().catch(undefined),
})
export type ListSearch = z.infer<typeof ListSearch>

/** The list that path and search name together. A view has its own filters, and no others count there. */
export function toListKey(
  list: InboxList,
  { status, sort = DEFAULT_SORT, filters = [] }: ListSearch,
  viewFilters: readonly FilterNode[] = [],
): ListKey {
  if (list.type === 'view')
    return { ...list, status: null, sort, ...(viewFilters.length > 0 && { filters: viewFilters }) }
  return {
    ...list,
    status: status === ALL_STATUSES ? null : (status ?? DEFAULT_STATUS),
    sort,
    ...(filters.length > 0 && { filters: filters as FilterNode[] }), // the server says what is wrong with them
  }
}

/** The search that says it, the shortest one. */
export const toListSearch = ({ type, status, sort, filters = [] }: ListKey): ListSearch => ({
  status: type === 'view' || status === DEFAULT_STATUS ? undefined : (status ?? ALL_STATUSES),
  filters: type === 'view' || filters.length === 0 ? undefined : [...filters],
  sort: sort === DEFAULT_SORT ? undefined : sort,
})
