import type { ConversationReference } from '@parley/contract/conversations/conversations'
import { mergeConversation, unmergeConversation } from '@parley/contract/conversations/merge-conversations'
import { useQueryClient } from '@tanstack/react-query'
import { callForEventId } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { currentConnection } from '../../../realtime/connection.ts'
import { logAction } from '../../../undo/action-log.ts'

type Target = Pick<ConversationReference, 'uuid' | 'reference_number'>

/** Merges conversations into one, one after the other, as one action that can be undone. */
export function useMerge(onMerged: (target: Target) => void, failure: 'toast' | 'inline' = 'toast') {
  const refresh = useRefreshConversations()
  return useApiMutation(mergeOneByOne, {
    failure,
    onSuccess: (_result, { uuids, target }) => {
      onMerged(target)
      refresh([...uuids, target.uuid])
    },
  })
}

async function mergeOneByOne({ uuids, target }: { uuids: readonly string[]; target: Target }) {
  const event_ids: number[] = []
  try {
    for (const uuid of uuids) {
      const input = { params: { uuid }, body: { into: target.uuid } }
      event_ids.push(...idsOf(await callForEventId(mergeConversation, input)))
    }
  } finally {
    // If one was refused, those before it are merged.
    if (event_ids.length > 0) logMerge(event_ids, uuids, target)
  }
}

const logMerge = (
  event_ids: number[],
  uuids: readonly string[],
  { reference_number }: Pick<Target, 'reference_number'>,
) =>
  logAction({
    kind: 'merge',
    what: { reference_number },
    count: event_ids.length,
    event_ids: Promise.resolve(event_ids),
    previous: new Map(),
    // Merging the open conversation leaves it.
    ...(uuids.some((uuid) => location.pathname.endsWith(uuid)) && { return_to: location.pathname }),
  })

/** Takes a conversation out of the one that it was merged into. */
export function useUnmerge() {
  const refresh = useRefreshConversations()
  return useApiMutation(
    async ({ uuid, target }: { uuid: string; target: Target }) => {
      const event_ids = idsOf(await callForEventId(unmergeConversation, { params: { uuid } }))
      logAction({
        kind: 'unmerge',
        what: { reference_number: target.reference_number },
        count: 1,
        event_ids: Promise.resolve(event_ids),
        previous: new Map(),
      })
    },
    { onSuccess: (_result, { uuid, target }) => refresh([uuid, target.uuid]) },
  )
}

const idsOf = (id: number | null): number[] => (id === null ? [] : [id])

/** Without a connection, no event brings the change. */
function useRefreshConversations(): (uuids: readonly string[]) => void {
  const cache = useQueryClient()
  return (uuids) => {
    if (currentConnection() === 'open') return
    void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
    for (const uuid of uuids) {
      void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid) })
      void cache.resetQueries({ queryKey: queryKeys.messages(uuid) })
    }
  }
}
