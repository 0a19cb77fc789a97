import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from '../../forms/fields/fields.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'

/** A list of email addresses. Enter, a comma or blur adds the typed one; Backspace in the empty field removes the last one. */
export function AddressListField<Values extends FieldValues>({
  form,
  name,
  ...fieldLayout
}: FieldProps<Values>) {
  const { t } = useTranslation()
  const { field } = useField({ form, name })
  const error = useListError({ form, name })
  const [draft, setDraft] = useState('')
  const addresses: readonly string[] = field.value ?? []
  const add = (text: string) => {
    const added = text.split(/[\s,;]+/).flatMap((one) => one.toLowerCase() || [])
    if (added.length > 0) field.onChange([...new Set([...addresses, ...added])])
    setDraft('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',') && draft.trim() !== '') {
      event.preventDefault()
      add(draft)
    } else if (event.key === 'Backspace' && draft === '' && addresses.length > 0) {
      field.onChange(addresses.slice(0, -1))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(text.trim())) return
    event.preventDefault()
    add(`${draft} ${text}`)
  }
  return (
    <Field {...fieldLayout} error={error}>
      <Input
        type="text"
        inputMode="email"
        autoComplete="off"
        value={draft}
        placeholder={addresses.length === 0 ? t('inboxes.aliases.placeholder') : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          add(draft)
          field.onBlur()
        }}
        className="h-auto! min-h-8 flex-wrap py-1 [&>input]:h-6 [&>input]:w-auto [&>input]:min-w-40 [&>input]:flex-1"
        start={addresses.map((address) => (
          <Tag
            key={address}
            removeLabel={t('inboxes.aliases.remove', { address })}
            onRemove={() => field.onChange(addresses.filter((other) => other !== address))}
          >
            {address}
          </Tag>
        ))}
      />
    </Field>
  )
}

/** Errors of a list are at its entries; shows the first one. */
function useListError<Values extends FieldValues>({ form, name }: Pick<FieldProps<Values>, 'form' | 'name'>) {
  // Reads react-hook-form's state, which is mutated in place.
  'use no memo'
  const { error } = useField({ form, name })
  const entries: unknown = form.methods.getFieldState(name).error
  if (error || !Array.isArray(entries)) return error
  const firstInvalid = entries.findIndex(Boolean)
  const message = (entries[firstInvalid] as { message?: string } | undefined)?.message // an entry's own FieldError
  const address: unknown = form.methods.getValues(name)?.[firstInvalid]
  return message && `${String(address)}: ${message}`
}
