import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { applyOptimisticUpdate } from '../../realtime/apply-event.ts'
import { currentConnection } from '../../realtime/use-realtime.ts'
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
  const { mutate } = useApiMutation((change: Change) => change.send(), {
    // In sequence: two quick changes must not overtake each other.
    scope: { id: uuid },
    onMutate: (change) => applyOptimisticUpdate(cache, uuid, change.patch),
    onSuccess: (_answer, _change, update) => {
      update.confirm()
      // Otherwise an event brings the saved row.
      if (currentConnection() !== 'open') refetch()
    },
    onError: (_error, _change, update) => {
      update?.rollback()
      // The earlier state may be outdated too.
      refetch()
    },
  })
  return mutate
}
