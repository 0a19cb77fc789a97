import { login } from '@parley/contract/auth'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import type { LoginFields } from './login-fields.ts'

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: LoginFields) => call(login, { body }),
    onSuccess: (agent) => {
      client.setQueryData(keys.me, agent)
      // Before signing in only the public settings were answered.
      return client.invalidateQueries({ queryKey: keys.settings, refetchType: 'none' })
    },
  })
}
