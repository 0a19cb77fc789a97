import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from '../../admin/fields.tsx'
import { Tag } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** Several addresses: Enter, a comma or leaving the field adds what is typed, Backspace in the empty field takes the last one off. */
export function AddressListField<Values extends FieldValues>({ of, name, ...words }: FieldProps<Values>) {
  const { t } = useTranslation()
  const { field } = useField({ of, name })
  const error = useListError({ of, name })
  const [typed, setTyped] = useState('')
  const addresses: readonly string[] = field.value ?? []
  const add = (text: string) => {
    const more = text.split(/[\s,;]+/).flatMap((one) => one.toLowerCase() || [])
    if (more.length > 0) field.onChange([...new Set([...addresses, ...more])])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && addresses.length > 0) {
      field.onChange(addresses.slice(0, -1))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(text.trim())) return
    event.preventDefault()
    add(`${typed} ${text}`)
  }
  return (
    <Field {...words} error={error}>
      <Input
        type="text"
        inputMode="email"
        autoComplete="off"
        value={typed}
        placeholder={addresses.length === 0 ? t('inboxes.aliases.placeholder') : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          add(typed)
          field.onBlur()
        }}
        className="h-auto! min-h-8 flex-wrap py-1 [&>input]:h-6 [&>input]:w-auto [&>input]:min-w-40 [&>input]:flex-1"
        start={addresses.map((address) => (
          <Tag
            key={address}
            removeLabel={t('inboxes.aliases.remove', { address })}
            onRemove={() => field.onChange(addresses.filter((one) => one !== address))}
          >
            {address}
          </Tag>
        ))}
      />
    </Field>
  )
}

/** The errors of a list stand at its entries: the first of them is said. */
function useListError<Values extends FieldValues>({ of, name }: Pick<FieldProps<Values>, 'of' | 'name'>) {
  // Reads the library's state, which changes in place.
  'use no memo'
  const { error } = useField({ of, name })
  const entries: unknown = of.form.getFieldState(name).error
  if (error || !Array.isArray(entries)) return error
  const wrong = entries.findIndex(Boolean)
  const message = (entries[wrong] as { message?: string } | undefined)?.message // an entry's own FieldError
  const address: unknown = of.form.getValues(name)?.[wrong]
  return message && `${String(address)}: ${message}`
}
