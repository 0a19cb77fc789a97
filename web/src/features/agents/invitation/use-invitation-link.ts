import { createInvitationLink } from '@parley/contract/agents/agents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { toast } from '../../../lib/toast.ts'

/** Creates a link to hand over, for agents who can't get email. */
export function useInvitationLink() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const create = useMutation({
    networkMode: 'always',
    // The link grants access, so it is not cached.
    gcTime: 0,
    mutationFn: (id: number) => call(createInvitationLink, { params: { id: String(id) } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: queryKeys.agents }),
    onError: ({ message }, id) =>
      toast.error(message, { action: { label: t('ui.retry'), onClick: () => create.mutate(id) } }),
  })
  return create
}
