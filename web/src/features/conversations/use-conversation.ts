import type { Conversation, ConversationListItem } from '@parley/contract/conversations/conversations'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListPages } from '../../api/conversation-list-queries.ts'
import { conversationQuery } from '../../api/conversation-queries.ts'
import { queryKeys } from '../../api/query-client.ts'

/** The conversation; until it has loaded, a placeholder from a list row. */
export function useConversation(uuid: string) {
  const cache = useQueryClient()
  return useQuery({
    ...conversationQuery(uuid),
    placeholderData: () => placeholderFromList(cache, uuid),
  })
}

function placeholderFromList(cache: QueryClient, uuid: string): Conversation | undefined {
  for (const [, list] of cache.getQueriesData<ListPages>({ queryKey: queryKeys.conversationLists })) {
    const row = list?.pages.flatMap((page) => page.results).find((one) => one.uuid === uuid)
    if (row) return toPlaceholder(row)
  }
  return undefined
}

const toPlaceholder = (row: ConversationListItem): Conversation => ({
  ...row,
  contact: {
    ...row.contact,
    other_addresses: [],
    type: 'contact',
    availability_status: 'offline',
    phone_number: null,
    phone_number_country_code: null,
    phone_number_calling_code: null,
    custom_attributes: {},
    last_active_at: null,
    last_login_at: null,
  },
  contact_id: row.contact.id,
  closed_at: null,
  meta: [],
  custom_attributes: {},
  sla_policy_name: null,
  spam_suggestion: null,
  assignee_last_seen_at: null,
  previous_conversations: null,
  previous_count: 0,
  merged_into: null,
})
