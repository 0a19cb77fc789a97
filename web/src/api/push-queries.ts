import { listPushSubscriptions } from '@parley/contract/notifications/push'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryKeys } from './query-client.ts'

/** The agent's browsers that receive push notifications. */
export const pushSubscriptionsQuery = queryOptions({
  queryKey: queryKeys.pushSubscriptions,
  queryFn: ({ signal }) => call(listPushSubscriptions, { signal }),
})
