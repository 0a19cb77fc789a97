import type { Conversation } from '@parley/contract/conversations/conversations'
import { listScheduledReplies } from '@parley/contract/messages/scheduled-replies'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

/** Every change of a scheduled reply is a new version of its conversation, which is pushed. */
export const scheduledRepliesQuery = ({ uuid, version }: Pick<Conversation, 'uuid' | 'version'>) =>
  queryOptions({
    queryKey: [...queryKeys.scheduledReplies(uuid), version],
    queryFn: ({ signal }) => call(listScheduledReplies, { params: { uuid }, signal }),
    placeholderData: keepPreviousData,
  })

/** After the reader's own change, so that it doesn't depend on the connection. */
export function refreshScheduledReplies(cache: QueryClient, uuid: string) {
  void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid), exact: true })
  void cache.invalidateQueries({ queryKey: queryKeys.scheduledReplies(uuid) })
  void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
}
