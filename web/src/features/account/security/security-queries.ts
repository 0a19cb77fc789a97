import { getMySecondFactor, listMySessions } from '@parley/contract/account/account-security'
import { listMyPasskeys } from '@parley/contract/auth/passkeys'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'

// Other browsers change these without a push event, so they are always refetched.
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.my_sessions,
  queryFn: ({ signal }) => call(listMySessions, { signal }),
  staleTime: 0,
})
export const secondFactorQuery = queryOptions({
  queryKey: queryKeys.my_second_factor,
  queryFn: ({ signal }) => call(getMySecondFactor, { signal }),
  staleTime: 0,
})
export const passkeysQuery = queryOptions({
  queryKey: queryKeys.my_passkeys,
  queryFn: ({ signal }) => call(listMyPasskeys, { signal }),
  staleTime: 0,
})
