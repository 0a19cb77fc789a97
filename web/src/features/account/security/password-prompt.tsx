import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { OneFieldForm } from './one-field-form.tsx'

/** Does it once the password was shown. Unless it says otherwise the title is also the button. */
export function PasswordPrompt({
  title,
  confirmLabel = title,
  description,
  submit,
  onClose,
}: {
  title: string
  confirmLabel?: string
  description: string
  submit: (password: string) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={description}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <OneFieldForm
        id={id}
        label={t('account.password')}
        input={{ type: 'password', autoComplete: 'current-password' }}
        submit={submit}
        onBusy={setBusy}
      />
    </Dialog>
  )
}
