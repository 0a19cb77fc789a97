import { inviteAgent } from '@parley/contract/agents/agents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { toast } from '../../../lib/toast.ts'

/** Emails a new link to an agent who has not signed in yet. */
export function useInviteAgent() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const invite = useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => call(inviteAgent, { params: { id: String(id) } }),
    onSuccess: ({ email }) => {
      void cache.invalidateQueries({ queryKey: queryKeys.agents })
      toast.success(t('agents.invite.done', { email }))
    },
    onError: ({ message }, id) =>
      toast.error(message, { action: { label: t('ui.retry'), onClick: () => invite.mutate(id) } }),
  })
  return invite
}
