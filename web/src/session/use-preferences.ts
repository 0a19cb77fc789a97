import { type Preferences, updateMyPreferences } from '@parley/contract/account/me'
import type { Agent } from '@parley/contract/agents/agent'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { meQuery } from './queries.ts'

const mutationKey = ['preferences']

/**
 * Saves the agent's preferences with an optimistic update. They are stored on the server and pushed to their other
 * browsers. Failures are reverted and shown.
 */
export function usePreferences() {
  const cache = useQueryClient()
  const applyOptimistically = (part: Partial<Agent>) =>
    cache.setQueryData(meQuery.queryKey, (me: Agent | undefined) => me && { ...me, ...part })
  return useApiMutation(
    (preferences: Preferences) => call(updateMyPreferences, { body: preferences, keepalive: true }),
    {
      mutationKey,
      // One at a time, so that the last choice wins.
      scope: { id: 'preferences' },
      onMutate: (preferences) => {
        // A response already in flight doesn't include the change.
        void cache.cancelQueries({ queryKey: meQuery.queryKey })
        const me = cache.getQueryData(meQuery.queryKey)
        applyOptimistically(preferences as Partial<Agent>) // its keys are the agent's
        return me && Object.fromEntries(Object.keys(preferences).map((key) => [key, me[key as keyof Agent]])) // as above
      },
      onSuccess: (saved) => {
        if (cache.isMutating({ mutationKey }) === 1) cache.setQueryData(meQuery.queryKey, saved)
      },
      onError: (_error, _chosen, before) => {
        if (before) applyOptimistically(before)
      },
    },
  )
}
