import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { takeBufferedKeystrokes } from '../commands/keystroke-buffer/text-buffer.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

/** Asks for confirmation before a page with unsaved changes is left, closed or reloaded. */
export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: () => {
      // What is typed now is for the question, not for a page that was to be opened.
      if (isDirty) takeBufferedKeystrokes()
      return isDirty
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t('form.leave.title')}
      description={t('form.leave.text')}
      confirmLabel={t('form.leave.confirm')}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
