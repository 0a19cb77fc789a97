import type { QueryClient } from '@tanstack/react-query'
import { touchConversation } from '../../api/conversation-lru.ts'
import { conversationQuery } from '../../api/conversation-queries.ts'
import { messagesQuery } from '../../api/message-queries.ts'

/** Not part of the first load: the list is there first, and nobody opens a row before they see it. */
export const loadConversationPage = () =>
  import('./conversation-page.tsx').then((m) => ({ default: m.ConversationPage }))

/** What opening a conversation needs, fetched while the pointer or the cursor is on its row. */
export function prefetchConversation(cache: QueryClient, uuid: string) {
  void loadConversationPage()
  touchConversation(cache, uuid)
  void cache.prefetchQuery(conversationQuery(uuid))
  void cache.prefetchInfiniteQuery(messagesQuery(uuid))
}
