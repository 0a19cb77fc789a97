import type { QueryClient } from '@tanstack/react-query'
import { touchConversation } from '../../api/conversation-lru.ts'
import { conversationQuery } from '../../api/conversation-queries.ts'
import { messagesQuery } from '../../api/message-queries.ts'
import { lazyPart } from '../../lib/lazy-part.ts'

/** Not part of the first load: it is only needed once a row is opened. */
export const ConversationPage = lazyPart(() => import('./conversation-page.tsx'), 'ConversationPage')

/** Prefetches a conversation while its row is hovered or focused. */
export function prefetchConversation(cache: QueryClient, uuid: string) {
  ConversationPage.preload()
  touchConversation(cache, uuid)
  void cache.prefetchQuery(conversationQuery(uuid))
  void cache.prefetchInfiniteQuery(messagesQuery(uuid))
}
