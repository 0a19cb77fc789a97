import { getMySecondFactor, listMySessions } from '@parley/contract/account'
import { listMyPasskeys } from '@parley/contract/passkeys'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'

// Other browsers change both, and nothing is pushed: what is shown is asked for anew.
export const sessionsQuery = queryOptions({
  queryKey: keys.my_sessions,
  queryFn: ({ signal }) => call(listMySessions, { signal }),
  staleTime: 0,
})
export const secondFactorQuery = queryOptions({
  queryKey: keys.my_second_factor,
  queryFn: ({ signal }) => call(getMySecondFactor, { signal }),
  staleTime: 0,
})
export const passkeysQuery = queryOptions({
  queryKey: keys.my_passkeys,
  queryFn: ({ signal }) => call(listMyPasskeys, { signal }),
  staleTime: 0,
})
