import { type Preferences, updateMyPreferences } from '@parley/contract/account/me'
import type { Agent } from '@parley/contract/agents/agent'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showFailure } from '../lib/toast.ts'
import { meQuery } from './queries.ts'

const mutationKey = ['preferences']

/**
 * Changes what the agent chose for themselves: shown at once, kept on the server, pushed to their other browsers. What could not be kept is
 * taken back and said.
 */
export function usePreferences() {
  const cache = useQueryClient()
  const applyOptimistically = (part: Partial<Agent>) =>
    cache.setQueryData(meQuery.queryKey, (me: Agent | undefined) => me && { ...me, ...part })
  const change = useMutation({
    mutationKey,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    networkMode: 'always',
    mutationFn: (preferences: Preferences) =>
      call(updateMyPreferences, { body: preferences, keepalive: true }),
    onMutate: (chosen) => {
      // An answer that is under way knows nothing of the choice.
      void cache.cancelQueries({ queryKey: meQuery.queryKey })
      const me = cache.getQueryData(meQuery.queryKey)
      applyOptimistically(chosen as Partial<Agent>) // its keys are the agent's
      return me && Object.fromEntries(Object.keys(chosen).map((key) => [key, me[key as keyof Agent]])) // as above
    },
    onSuccess: (saved) => {
      if (cache.isMutating({ mutationKey }) === 1) cache.setQueryData(meQuery.queryKey, saved)
    },
    onError: (error, chosen, before) => {
      if (before) applyOptimistically(before)
      showFailure(error, () => change.mutate(chosen))
    },
  })
  return change
}
