import type { Message } from '@parley/contract/messages/messages'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'
import { refetchChanged } from './patch-query.ts'

/** Messages now also belong to the conversation of this line. */
const gained = new Set(['conversation_merged', 'split_from', 'split_undone'])
/** Messages no longer belong to it. */
const lost = new Set(['conversation_unmerged', 'unmerged_from', 'split_to'])

/**
 * A merge or split changes which messages a conversation shows, without an event for each of them. Lost ones are
 * fetched anew: a refetch would keep them as newer than the response.
 */
export function refreshMovedMessages(cache: QueryClient, { activity, conversation_uuid: uuid }: Message) {
  if (!activity) return
  const queryKey = queryKeys.messages(uuid)
  if (gained.has(activity.type)) refetchChanged(cache, queryKey)
  else if (lost.has(activity.type)) void cache.resetQueries({ queryKey })
  else return
  refetchChanged(cache, queryKeys.conversation(uuid))
}
