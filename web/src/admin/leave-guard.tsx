import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before a page with unsaved changes is left, closed or reloaded. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation()
  const leaving = useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload: dirty, withResolver: true })
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      onOpenChange={(open) => !open && leaving.reset?.()}
      title={t('form.leave.title')}
      description={t('form.leave.text')}
      confirmLabel={t('form.leave.confirm')}
      onConfirm={() => leaving.proceed?.()}
    />
  )
}
