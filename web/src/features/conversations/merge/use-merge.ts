import type { ConversationReference } from '@parley/contract/conversations/conversations'
import { mergeConversation, unmergeConversation } from '@parley/contract/conversations/merge-conversations'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { showFailure, toast } from '../../../lib/toast.ts'
import { currentConnection } from '../../../realtime/use-realtime.ts'

type Target = Pick<ConversationReference, 'uuid' | 'reference_number'>

/** Merges conversations into one, one after the other, with a toast that undoes it. */
export function useMerge(onMerged: (target: Target) => void, failure: 'toast' | 'inline' = 'toast') {
  const { t } = useTranslation()
  const refresh = useRefreshConversations()
  const unmerge = async (uuids: readonly string[]) => {
    // The last one first, as if each had been undone.
    for (const uuid of uuids.toReversed()) await call(unmergeConversation, { params: { uuid } })
    refresh(uuids)
  }
  return useApiMutation(
    async ({ uuids, target }: { uuids: readonly string[]; target: Target }) => {
      for (const uuid of uuids)
        await call(mergeConversation, { params: { uuid }, body: { into: target.uuid } })
    },
    {
      failure,
      onSuccess: (_result, { uuids, target }) => {
        onMerged(target)
        toast.success(t('merges.done', { count: uuids.length, number: target.reference_number }), {
          action: { label: t('merges.undo'), onClick: () => void unmerge(uuids).catch(showFailure) },
        })
        refresh([...uuids, target.uuid])
      },
    },
  )
}

/** Without a connection, no event brings the change. */
export function useRefreshConversations(): (uuids: readonly string[]) => void {
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
