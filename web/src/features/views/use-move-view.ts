import { type AnyView, moveView } from '@parley/contract/views/shared-views'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { viewsQuery } from '../../session/queries.ts'
import { moveInViews } from './view-groups.ts'

type Move = { id: number; before_id: number | null }

const mutationKey = ['move view']

/** Moves a view at once, and again as it was if the server refuses. Moves are sent one after the other. */
export function useMoveView() {
  const cache = useQueryClient()
  const { mutate } = useApiMutation(
    ({ id, before_id }: Move) => call(moveView, { params: { id: String(id) }, body: { before_id } }),
    {
      mutationKey,
      scope: { id: 'move view' },
      onMutate: () => cache.cancelQueries({ queryKey: queryKeys.views }),
      // The last of several moves under way fetches the result of all.
      onSettled: async () => {
        if (cache.isMutating({ mutationKey }) === 1)
          await cache.invalidateQueries({ queryKey: queryKeys.views })
      },
    },
  )
  return (id: number, before_id: number | null) => {
    // Immediately, so that a dragged row doesn't jump back for a moment.
    cache.setQueryData<AnyView[]>(viewsQuery.queryKey, (views) => views && moveInViews(views, id, before_id))
    mutate({ id, before_id })
  }
}
