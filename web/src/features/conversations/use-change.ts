import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query.ts'
import { showFailure } from '../../lib/toast.ts'
import { applyGuess } from '../../realtime/apply-event.ts'
import { currentConnection } from '../../realtime/use-realtime.ts'
import type { Change } from './changes.ts'

/** Makes a change to a conversation: seen at once, saved in order, and taken back with the server's reason when it is refused. */
export function useChange(uuid: string): (change: Change) => void {
  const cache = useQueryClient()
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: keys.conversation(uuid) })
    void cache.invalidateQueries({ queryKey: keys.conversationLists })
  }
  const { mutate } = useMutation({
    // One after the other: two quick choices must not overtake each other on the way.
    scope: { id: uuid },
    // A change that waits for the network out of sight would one day overwrite what others did meanwhile.
    networkMode: 'always',
    mutationFn: (change: Change) => change.send(),
    onMutate: (change) => applyGuess(cache, uuid, change.guess),
    onSuccess: (_answer, _change, settle) => {
      settle.kept()
      // Otherwise the event brings what the server made of it.
      if (currentConnection() !== 'open') refetch()
    },
    onError: (error, change, settle) => {
      settle?.refused()
      // What was there may be out of date as well.
      refetch()
      showFailure(error, () => mutate(change))
    },
  })
  return mutate
}
