import { getGettingStarted, hasOpenSteps, isSetupIncomplete } from '@parley/contract/settings/getting-started'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

/** The first conversation is not pushed. */
const POLL_MS = 3_000

const gettingStartedQuery = queryOptions({
  queryKey: queryKeys.gettingStarted,
  queryFn: ({ signal }) => call(getGettingStarted, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && hasOpenSteps(state.data) ? POLL_MS : false),
})

/** Setup progress of the workspace; null for agents who can't change its settings. */
export function useGettingStarted() {
  const me = useMe()
  const query = useQuery({ ...gettingStartedQuery, enabled: may(me, 'general_settings:manage') })
  const progress = query.data ?? null
  return {
    isPending: query.isLoading,
    progress,
    /** The inbox shows the steps until customers can be answered or an administrator dismisses them. */
    isShownInInbox: progress !== null && isSetupIncomplete(progress) && !progress.dismissed,
    /** The overview shows the steps until all are done. */
    hasOpenSteps: progress !== null && hasOpenSteps(progress),
    isDismissed: progress !== null && isSetupIncomplete(progress) && progress.dismissed,
  }
}
