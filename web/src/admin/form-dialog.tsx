import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormOutcome } from './form-outcome.tsx'
import { useFirstErrorFocus } from './form-page.tsx'
import type { EntityForm } from './use-entity-form.ts'

/** The form of something small, over its list. Closing it with unsaved changes asks once. */
export function FormDialog<Values extends FieldValues>({
  of,
  title,
  description,
  submitLabel,
  size = 'sm',
  onClose,
  children,
}: {
  of: EntityForm<Values>
  title: string
  description?: ReactNode
  submitLabel: string
  size?: 'sm' | 'md' | 'lg'
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  const element = useFirstErrorFocus(of)
  const fields = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const close = () => (of.changes > 0 ? setAsking(true) : onClose())
  const leave = () => {
    of.discard()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    of.submit()
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
            <Button type="submit" form={id} variant="primary" loading={of.saving}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          ref={element}
          noValidate
          aria-label={title}
          onSubmit={submit}
          className="flex flex-col gap-4"
        >
          {of.restored && <p className="text-xs text-ink-3">{t('form.restored')}</p>}
          <div ref={fields} className="flex flex-col gap-4">
            {children}
          </div>
          <FormOutcome of={of} fields={fields} />
        </form>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('form.leave.title')}
        description={t('form.leave.text')}
        confirmLabel={t('form.leave.confirm')}
        onConfirm={leave}
      />
    </>
  )
}
