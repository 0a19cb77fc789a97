import type { Conversation } from '@parley/contract/conversations/conversations'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { applyOptimisticUpdate } from '../../realtime/apply-event.ts'
import { currentConnection } from '../../realtime/connection.ts'
import { logAction, previousValues } from '../../undo/action-log.ts'
import { undoSettled } from '../../undo/undo-order.ts'
import type { Change } from './conversation-changes.ts'

/**
 * Changes a conversation optimistically: shown at once, saved in order, and rolled back with the server's reason when
 * refused.
 */
export function useOptimisticChange(uuid: string): (change: Change) => void {
  const cache = useQueryClient()
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid) })
    void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
  }
  const send = async ({ send, undone }: QueuedChange) => {
    await undone
    return send()
  }
  const { mutate } = useApiMutation(send, {
    // In sequence: two quick changes must not overtake each other.
    scope: { id: uuid },
    onMutate: (change) => {
      const confirmUndo = logUndoable(cache, uuid, change)
      return { ...applyOptimisticUpdate(cache, uuid, change.patch), confirmUndo }
    },
    onSuccess: (event_id, _change, update) => {
      update.confirm()
      update.confirmUndo(event_id)
      // Otherwise an event brings the saved row.
      if (currentConnection() !== 'open') refetch()
    },
    onError: (_error, _change, update) => {
      update?.rollback()
      update?.confirmUndo(null)
      // The earlier state may be outdated too.
      refetch()
    },
  })
  return (change) => mutate({ ...change, undone: undoSettled() })
}

/** With what was being undone when it was made. */
type QueuedChange = Change & { undone: Promise<void> }

/** Returns a function that gets the id of the change. */
function logUndoable(
  cache: QueryClient,
  uuid: string,
  { patch, description, return_to }: Change,
): (event_id: number | null) => void {
  const before = cache.getQueryData<Conversation>(queryKeys.conversation(uuid))
  if (!description) return () => {}
  const { promise, resolve } = Promise.withResolvers<number[]>()
  logAction({
    ...description,
    count: 1,
    event_ids: promise,
    previous: new Map(before ? [[uuid, previousValues(before, patch)]] : []),
    ...(return_to && { return_to }),
  })
  return (event_id) => resolve(event_id === null ? [] : [event_id])
}
