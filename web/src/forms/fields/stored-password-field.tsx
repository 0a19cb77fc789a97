import type { FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../use-entity-form.ts'
import { TextField, useField } from './fields.tsx'

type Props<Values extends FieldValues> = {
  form: EntityForm<Values>
  name: FieldPath<Values>
  /** The form's flag that removes the stored password on save. */
  remove: FieldPath<Values>
  isStored: boolean
  label: string
  /** Shown when no password is stored. */
  help?: string
}

/** A write-only password: a stored one is never sent to the browser. It can be kept, replaced or removed. */
export function StoredPasswordField<Values extends FieldValues>({
  form,
  name,
  remove,
  isStored,
  label,
  help,
}: Props<Values>) {
  const { t } = useTranslation()
  const { field } = useField({ form, name: remove })
  const isRemoved = isStored && Boolean(field.value)
  return (
    <TextField
      form={form}
      name={name}
      type="password"
      autoComplete="new-password"
      label={label}
      disabled={isRemoved}
      placeholder={isStored && !isRemoved ? '••••••••••' : undefined}
      help={isRemoved ? t('form.password.removed') : isStored ? t('form.password.stored') : help}
      aside={isStored && <RemoveSwitch label={label} isRemoved={isRemoved} onChange={field.onChange} />}
    />
  )
}

/** Replaces that field when the selected sign-in method needs no password but one is still stored. */
export function UnusedPassword<Values extends FieldValues>({
  form,
  remove,
  label,
}: Pick<Props<Values>, 'form' | 'remove' | 'label'>) {
  const { t } = useTranslation()
  const { field } = useField({ form, name: remove })
  const isRemoved = Boolean(field.value)
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-ink-3">
      {t(isRemoved ? 'form.password.removed' : 'form.password.unused')}
      <RemoveSwitch label={label} isRemoved={isRemoved} onChange={field.onChange} />
    </p>
  )
}

function RemoveSwitch({
  label,
  isRemoved,
  onChange,
}: {
  label: string
  isRemoved: boolean
  onChange: (remove: boolean) => void
}) {
  const { t } = useTranslation()
  const action = isRemoved ? 'form.password.keep' : 'form.password.remove'
  return (
    <button
      type="button"
      aria-label={t(`${action}_named`, { label })}
      onClick={() => onChange(!isRemoved)}
      className="text-xs font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {t(action)}
    </button>
  )
}
