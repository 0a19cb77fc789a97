import { listConversationEvents } from '@parley/contract/conversations/conversation-events'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

/**
 * What happened in a conversation, newest first; with `message_id`, starting at the event behind that message or
 * activity line.
 */
export const trailQuery = (uuid: string, message_id: number | null) =>
  infiniteQueryOptions({
    queryKey: queryKeys.trail(uuid, message_id),
    queryFn: ({ pageParam, signal }) =>
      call(listConversationEvents, {
        params: { uuid },
        query: {
          ...(message_id !== null && { message_id: String(message_id) }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined, // widens the literal for the pages that follow
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
