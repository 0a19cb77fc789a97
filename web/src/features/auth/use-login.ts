import { SecondFactorAsked } from '@parley/contract/account'
import { login } from '@parley/contract/auth'
import type { Agent } from '@parley/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import type { LoginFields } from './login-fields.ts'

/** What the browser knows from now on. */
export function useSignedIn() {
  const client = useQueryClient()
  return (agent: Agent) => {
    client.setQueryData(keys.me, agent)
    // Before signing in only the public settings were answered.
    return client.invalidateQueries({ queryKey: keys.settings, refetchType: 'none' })
  }
}

export function useLogin() {
  const signedIn = useSignedIn()
  return useMutation({
    mutationFn: (body: LoginFields) => call(login, { body }),
    onSuccess: signedIn,
  })
}

/** What the second step asks for, when the password was right and is not enough (product-decisions 11). */
export function askedIn(error: unknown): SecondFactorAsked | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null
  return SecondFactorAsked.safeParse(error.data).data ?? null
}
