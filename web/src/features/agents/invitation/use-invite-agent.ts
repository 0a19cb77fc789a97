import { inviteAgent } from '@parley/contract/agents/agents'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'

/** Emails a new link to an agent who has not signed in yet. */
export function useInviteAgent() {
  const { t } = useTranslation()
  return useApiMutation((id: number) => call(inviteAgent, { params: { id: String(id) } }), {
    invalidateKey: queryKeys.agents,
    successMessage: ({ email }) => t('agents.invite.done', { email }),
  })
}
