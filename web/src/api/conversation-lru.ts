import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-client.ts'

/** As many conversations stay in memory with their messages; the one that was not looked at for longest goes first. */
export const MAX_CACHED_CONVERSATIONS = 100

const recencyByClient = new WeakMap<QueryClient, Set<string>>()

/** Says that a conversation is looked at, or about to be. */
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
