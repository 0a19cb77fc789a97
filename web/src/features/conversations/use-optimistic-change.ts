import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-client.ts'
import { showFailure } from '../../lib/toast.ts'
import { applyOptimisticUpdate } from '../../realtime/apply-event.ts'
import { currentConnection } from '../../realtime/use-realtime.ts'
import type { Change } from './conversation-changes.ts'

/** Makes a change to a conversation: seen at once, saved in order, and taken back with the server's reason when it is refused. */
export function useOptimisticChange(uuid: string): (change: Change) => void {
  const cache = useQueryClient()
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid) })
    void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
  }
  const { mutate } = useMutation({
    // One after the other: two quick choices must not overtake each other on the way.
    scope: { id: uuid },
    // A change that waits for the network out of sight would one day overwrite what others did meanwhile.
    networkMode: 'always',
    mutationFn: (change: Change) => change.send(),
    onMutate: (change) => applyOptimisticUpdate(cache, uuid, change.patch),
    onSuccess: (_answer, _change, settle) => {
      settle.confirm()
      // Otherwise the event brings what the server made of it.
      if (currentConnection() !== 'open') refetch()
    },
    onError: (error, change, settle) => {
      settle?.rollback()
      // What was there may be out of date as well.
      refetch()
      showFailure(error, () => mutate(change))
    },
  })
  return mutate
}
