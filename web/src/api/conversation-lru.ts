import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-client.ts'

/** How many conversations stay cached with their messages; the least recently used is evicted first. */
export const MAX_CACHED_CONVERSATIONS = 100

const recencyByClient = new WeakMap<QueryClient, Set<string>>()

/** Marks a conversation as used, now or in a moment. */
export function touchConversation(cache: QueryClient, uuid: string) {
  const order = recencyByClient.get(cache) ?? new Set()
  recencyByClient.set(cache, order)
  order.delete(uuid)
  order.add(uuid)
  for (const oldest of order) {
    if (order.size <= MAX_CACHED_CONVERSATIONS) return
    order.delete(oldest)
    for (const queryKey of [queryKeys.conversation(oldest), queryKeys.messages(oldest)])
      cache.removeQueries({ queryKey, type: 'inactive' })
  }
}
