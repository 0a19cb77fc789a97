import { getGettingStarted, hasStepsLeft, isBeingSetUp } from '@parley/contract/getting-started'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'

/** Nothing is pushed to say that the very first conversation is there. */
const WATCH_MS = 3_000

const gettingStartedQuery = queryOptions({
  queryKey: keys.gettingStarted,
  queryFn: ({ signal }) => call(getGettingStarted, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && hasStepsLeft(state.data) ? WATCH_MS : false),
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
    isOnDesk: progress !== null && isBeingSetUp(progress) && !progress.dismissed,
    /** The overview shows them until all are done. */
    isOpen: progress !== null && hasStepsLeft(progress),
    isDismissed: progress !== null && isBeingSetUp(progress) && progress.dismissed,
  }
}
