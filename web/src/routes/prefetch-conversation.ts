import type { QueryClient } from '@tanstack/react-query'
import { conversationQuery } from '../api/conversation.ts'

/** What opening a conversation needs, fetched while the pointer or the cursor is on its row. */
export function prefetchConversation(cache: QueryClient, uuid: string) {
  void cache.prefetchQuery(conversationQuery(uuid))
}
