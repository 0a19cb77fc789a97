import type { QueryClient } from '@tanstack/react-query'
import { keys } from './query.ts'

/** As many conversations stay in memory with their messages; the one that was not looked at for longest goes first. */
export const KEPT = 100

const used = new WeakMap<QueryClient, Set<string>>()

/** Says that a conversation is looked at, or about to be. */
export function touchConversation(cache: QueryClient, uuid: string) {
  const order = used.get(cache) ?? new Set()
  used.set(cache, order)
  order.delete(uuid)
  order.add(uuid)
  for (const oldest of order) {
    if (order.size <= KEPT) return
    order.delete(oldest)
    for (const queryKey of [keys.conversation(oldest), keys.messages(oldest)])
      cache.removeQueries({ queryKey, type: 'inactive' })
  }
}
