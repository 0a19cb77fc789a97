import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/inputs/button.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { FormErrors } from './form-errors.tsx'
import type { EntityForm } from './use-entity-form.ts'
import { useFirstErrorFocus } from './use-first-error-focus.ts'

/** A form in a dialog, for small entities. Closing it with unsaved changes asks for confirmation. */
export function FormDialog<Values extends FieldValues>({
  form,
  title,
  description,
  submitLabel,
  size = 'sm',
  onClose,
  children,
}: {
  form: EntityForm<Values>
  title: string
  description?: ReactNode
  submitLabel: string
  size?: 'sm' | 'md' | 'lg'
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  const formRef = useFirstErrorFocus(form)
  const fields = useRef<HTMLDivElement>(null)
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false)
  const close = () => (form.dirtyCount > 0 ? setIsConfirmingDiscard(true) : onClose())
  const discardAndClose = () => {
    form.discard()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    form.submit()
  }
  return (
    <>
      <Dialog
        open
        size={size}
        title={title}
        description={description}
        onOpenChange={(open) => !open && close()}
        footer={
          <>
            <Button variant="ghost" onClick={close}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" form={id} variant="primary" loading={form.saving}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          ref={formRef}
          noValidate
          aria-label={title}
          onSubmit={submit}
          className="flex flex-col gap-4"
        >
          {form.restored && <p className="text-xs text-ink-3">{t('form.restored')}</p>}
          <div ref={fields} className="flex flex-col gap-4">
            {children}
          </div>
          <FormErrors form={form} fields={fields} />
        </form>
      </Dialog>
      <ConfirmDialog
        open={isConfirmingDiscard}
        onOpenChange={setIsConfirmingDiscard}
        title={t('form.leave.title')}
        description={t('form.leave.text')}
        confirmLabel={t('form.leave.confirm')}
        onConfirm={discardAndClose}
      />
    </>
  )
}
