import { SecondFactorAsked } from '@parley/contract/account/account-security'
import type { Agent } from '@parley/contract/agents/agent'
import { login } from '@parley/contract/auth/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import type { LoginFields } from './login-fields.ts'

/** Updates the cache after sign-in. */
export function useSignInCompletion() {
  const client = useQueryClient()
  return (agent: Agent) => {
    client.setQueryData(queryKeys.me, agent)
    // Before sign-in only the public settings were returned.
    return client.invalidateQueries({ queryKey: queryKeys.settings, refetchType: 'none' })
  }
}

export function useLogin() {
  const completeSignIn = useSignInCompletion()
  return useApiMutation((body: LoginFields) => call(login, { body }), {
    failure: 'inline',
    onSuccess: completeSignIn,
  })
}

/** The second-factor challenge, when the password was correct but is not enough (docs/spec/product-decisions.md#second-factor-at-sign-in). */
export function findSecondFactorChallenge(error: unknown): SecondFactorAsked | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null
  return SecondFactorAsked.safeParse(error.data).data ?? null
}
