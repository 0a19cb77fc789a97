import { type ConversationSort, conversationSorts } from '@parley/contract/conversations/conversation-lists'
import { FilterJson, type FilterNode } from '@parley/contract/shared/filters'
import { z } from 'zod'
import type { ListKey } from '../../api/conversation-list-queries.ts'
import { type InboxList, isOrderedType } from '../../lib/inbox-list.ts'

const DEFAULT_STATUS = 'Open'
const DEFAULT_SORT: ConversationSort = 'newest_activity'
/** The URL's value for all statuses. */
export const ALL_STATUSES = 'every'

/** URL search parameters of an inbox; invalid values are ignored. */
export const ListSearch = z.object({
  status: z.string().min(1).optional().catch(undefined),
  sort: z
    .enum(Object.keys(conversationSorts) as [ConversationSort, ...ConversationSort[]]) // Object.keys loses the type of the keys
    .optional()
    .catch(undefined),
  /** Temporary filters, in the API's format. */
  filters: z.array(FilterJson).optional().catch(undefined),
})
export type ListSearch = z.infer<typeof ListSearch>

/** The list for a path and search parameters. A view uses its own filters only, a list in its own order none. */
export function toListKey(
  list: InboxList,
  { status, sort = DEFAULT_SORT, filters = [] }: ListSearch,
  viewFilters: readonly FilterNode[] = [],
): ListKey {
  if (isOrderedType(list.type)) return { ...list, status: null, sort: DEFAULT_SORT }
  if (list.type === 'view')
    return { ...list, status: null, sort, ...(viewFilters.length > 0 && { filters: viewFilters }) }
  return {
    ...list,
    status: status === ALL_STATUSES ? null : (status ?? DEFAULT_STATUS),
    sort,
    ...(filters.length > 0 && { filters: filters as FilterNode[] }), // the server validates them
  }
}

const hasOwnStatus = (type: InboxList['type']) => type === 'view' || isOrderedType(type)

/** The shortest equivalent search parameters. */
export const toListSearch = ({ type, status, sort, filters = [] }: ListKey): ListSearch => ({
  status: hasOwnStatus(type) || status === DEFAULT_STATUS ? undefined : (status ?? ALL_STATUSES),
  filters: type === 'view' || filters.length === 0 ? undefined : [...filters],
  sort: sort === DEFAULT_SORT ? undefined : sort,
})
