import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { OneFieldForm } from './one-field-form.tsx'

/** Runs an action after the password is confirmed. The title is also the button's label unless `confirmLabel` is given. */
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
  const [isSubmitting, setIsSubmitting] = useState(false)
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
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
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
        onBusy={setIsSubmitting}
      />
    </Dialog>
  )
}
