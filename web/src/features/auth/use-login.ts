import { SecondFactorAsked } from '@parley/contract/account/account-security'
import type { Agent } from '@parley/contract/agents/agent'
import { login } from '@parley/contract/auth/sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { LoginFields } from './login-fields.ts'

/** What the browser knows from now on. */
export function useSignInCompletion() {
  const client = useQueryClient()
  return (agent: Agent) => {
    client.setQueryData(queryKeys.me, agent)
    // Before signing in only the public settings were answered.
    return client.invalidateQueries({ queryKey: queryKeys.settings, refetchType: 'none' })
  }
}

export function useLogin() {
  const completeSignIn = useSignInCompletion()
  return useMutation({
    mutationFn: (body: LoginFields) => call(login, { body }),
    onSuccess: completeSignIn,
  })
}

/** What the second step asks for, when the password was right and is not enough (product-decisions 11). */
export function findSecondFactorChallenge(error: unknown): SecondFactorAsked | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null
  return SecondFactorAsked.safeParse(error.data).data ?? null
}
