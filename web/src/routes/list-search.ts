import { type ConversationSort, conversationSorts } from '@parley/contract/conversations'
import { z } from 'zod'
import type { ListKey } from '../api/conversation-lists.ts'
import type { InboxList } from '../lib/inbox-list.ts'

const DEFAULT_STATUS = 'Open'
const DEFAULT_SORT: ConversationSort = 'newest_activity'
/** How the address says that no status was chosen. */
const EVERY = 'every'

/** What an inbox's address says beside its path. Nonsense reads as nothing. */
export const ListSearch = z.object({
  status: z.string().min(1).optional().catch(undefined),
  sort: z
    .enum(Object.keys(conversationSorts) as [ConversationSort, ...ConversationSort[]]) // Object.keys forgets the keys' type
    .optional()
    .catch(undefined),
})
export type ListSearch = z.infer<typeof ListSearch>

/** The list that path and search name together; null for the views, which have no list yet. */
export function listKeyOf(list: InboxList, { status, sort }: ListSearch): ListKey | null {
  if (list.type === 'view') return null
  return {
    ...list,
    status: status === EVERY ? null : (status ?? DEFAULT_STATUS),
    sort: sort ?? DEFAULT_SORT,
  }
}

/** The search that says it, the shortest one. */
export const searchOf = ({ status, sort }: Pick<ListKey, 'status' | 'sort'>): ListSearch => ({
  status: status === null ? EVERY : status === DEFAULT_STATUS ? undefined : status,
  sort: sort === DEFAULT_SORT ? undefined : sort,
})
