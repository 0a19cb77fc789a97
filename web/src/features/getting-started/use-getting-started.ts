import { getGettingStarted, hasOpenSteps, isSetupIncomplete } from '@parley/contract/settings/getting-started'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'

/** Nothing is pushed to say that the very first conversation is there. */
const POLL_MS = 3_000

const gettingStartedQuery = queryOptions({
  queryKey: queryKeys.gettingStarted,
  queryFn: ({ signal }) => call(getGettingStarted, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && hasOpenSteps(state.data) ? POLL_MS : false),
})

/** Where the workspace stands on its way to a working desk; null when it is for others to see to. */
export function useGettingStarted() {
  const me = useMe()
  const query = useQuery({ ...gettingStartedQuery, enabled: may(me, 'general_settings:manage') })
  const progress = query.data ?? null
  return {
    isPending: query.isLoading,
    progress,
    /** The desk shows the steps until customers can be answered, or somebody hid them for everyone. */
    isShownInInbox: progress !== null && isSetupIncomplete(progress) && !progress.dismissed,
    /** The overview shows them until all are done. */
    hasOpenSteps: progress !== null && hasOpenSteps(progress),
    isDismissed: progress !== null && isSetupIncomplete(progress) && progress.dismissed,
  }
}
