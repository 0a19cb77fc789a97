import { deleteView, type View } from '@parley/contract/views/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Confirms the deletion. An agent who is viewing it goes to their own inbox, with the open conversation. */
export function DeleteViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { viewID, uuid } = useParams({ strict: false })
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => call(deleteView, { params: { id: String(view.id) } }),
    onSuccess: async () => {
      onClose()
      if (viewID === view.id) await navigate({ to: inboxPath({ type: 'assigned' }, uuid) })
      await cache.invalidateQueries({ queryKey: queryKeys.views })
      toast.success(t('view.deleted'))
    },
    onError: (error) => {
      onClose()
      showFailure(error)
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('view.delete.title', { name: view.name })}
      description={t('view.delete.text')}
      confirmLabel={t('view.delete.submit')}
      onConfirm={() => mutate()}
      busy={isPending}
    />
  )
}
