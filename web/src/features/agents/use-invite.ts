import { inviteAgent } from '@parley/contract/agents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { toast } from '../../lib/toast.ts'

/** Mails a new link to whoever has not come yet. */
export function useInvite() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const invite = useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => call(inviteAgent, { params: { id: String(id) } }),
    onSuccess: ({ email }) => {
      void cache.invalidateQueries({ queryKey: keys.agents })
      toast.success(t('agents.invite.done', { email }))
    },
    onError: ({ message }, id) =>
      toast.error(message, { action: { label: t('ui.retry'), onClick: () => invite.mutate(id) } }),
  })
  return invite
}
