import { type AnyView, deleteAnyView } from '@parley/contract/views/shared-views'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { inboxPath } from '../../lib/inbox-list.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Confirms the deletion. An agent who is viewing it goes to their own inbox, with the open conversation. */
export function DeleteViewDialog({ view, onClose }: { view: AnyView; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { viewID, uuid } = useParams({ strict: false })
  const { mutate, isPending } = useApiMutation(
    () => call(deleteAnyView, { params: { id: String(view.id) } }),
    {
      invalidateKey: queryKeys.views,
      successMessage: t('view.deleted'),
      onSuccess: async () => {
        onClose()
        if (viewID === view.id) await navigate({ to: inboxPath({ type: 'assigned' }, uuid) })
      },
      onError: onClose,
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('view.delete.title', { name: view.name })}
      description={t(view.visibility === 'user' ? 'view.delete.text' : 'view.delete.text.shared')}
      confirmLabel={t('view.delete.submit')}
      onConfirm={() => mutate()}
      busy={isPending}
    />
  )
}
