import { type DraftSummary, listDrafts } from '@parley/contract/messages/drafts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { randomId } from '../lib/browser/random-id.ts'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

/** The agent's drafts on the server, newest first: what they are, not their content. */
export const draftsQuery = queryOptions({
  queryKey: queryKeys.drafts,
  queryFn: ({ signal }) => call(listDrafts, { signal }),
  // Changes are pushed.
  staleTime: Number.POSITIVE_INFINITY,
})

/** Identifies this tab, so that it recognises its own changes in live updates. */
export const draftClientId = randomId()

/** Refetches what another tab or device changed. */
export function applyDraftChange(
  cache: QueryClient,
  { key, revision, client_id }: { key: string; revision: number; client_id: string },
) {
  if (client_id === draftClientId) return
  const cached = cache.getQueryData(draftsQuery.queryKey)?.find((one) => one.key === key)
  if (cached && cached.revision >= revision) return
  void cache.invalidateQueries({ queryKey: queryKeys.drafts })
  refreshDraftLists(cache)
}

/** A draft is listed elsewhere once its conversation is merged, or unmerged. */
export function refreshMergedDrafts(cache: QueryClient, uuid: string, isGone: boolean) {
  const isAffected = cache
    .getQueryData(draftsQuery.queryKey)
    ?.some(
      ({ conversation_uuid, merged_into_uuid }) =>
        (conversation_uuid === uuid && isGone === (merged_into_uuid === null)) ||
        (isGone && merged_into_uuid === uuid),
    )
  if (!isAffected) return
  void cache.invalidateQueries({ queryKey: queryKeys.drafts })
  refreshDraftLists(cache)
}

/** The list of conversations with a draft. */
function refreshDraftLists(cache: QueryClient) {
  void cache.invalidateQueries({
    queryKey: queryKeys.conversationLists,
    predicate: ({ queryKey: [, list] }) => (list as { type?: string } | undefined)?.type === 'drafts', // built by conversationList
  })
}

/** Shows what this tab saved, or with null that it sent or discarded it. */
export function putDraftSummary(cache: QueryClient, key: string, summary: DraftSummary | null) {
  const isListed = cache.getQueryData(draftsQuery.queryKey)?.some((one) => one.key === key) === true
  if (isListed !== (summary !== null)) refreshDraftLists(cache)
  cache.setQueryData(draftsQuery.queryKey, (old) => {
    if (!old) return old
    const others = old.filter((one) => one.key !== key)
    // Only the server knows of merges.
    const merged_into_uuid = old.find((one) => one.key === key)?.merged_into_uuid ?? null
    return summary ? [{ ...summary, merged_into_uuid }, ...others] : others
  })
}

/** The excerpts of the agent's drafts on the server, by conversation. */
export function useDraftExcerpts(): ReadonlyMap<string, string> {
  const drafts = useQuery(draftsQuery).data
  // Newest first, and the newest of a conversation is shown.
  return new Map(
    drafts?.toReversed().flatMap((draft) => {
      const uuid = listedUuid(draft)
      return uuid === null ? [] : [[uuid, draft.excerpt]]
    }),
  )
}

/** The conversation that a draft is listed with. */
const listedUuid = (draft: DraftSummary) => draft.merged_into_uuid ?? draft.conversation_uuid

/** How many drafts there are of conversations that don't exist yet. Not loaded before they are `enabled`. */
export function useNewDraftCount(enabled: boolean): number {
  const count = useQuery({
    ...draftsQuery,
    enabled,
    select: (drafts) => drafts.filter((draft) => draft.conversation_uuid === null).length,
  }).data
  return (enabled && count) || 0
}
