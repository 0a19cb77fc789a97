import { type Contact, getContact, updateContact } from '@parley/contract/contacts/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormConflict } from '../../admin/form/form-conflict.tsx'
import { EditConflict } from '../../admin/form/merge-edits.ts'
import { saveMerged } from '../../admin/form/save-merged.ts'
import { UnsavedChangesGuard } from '../../admin/form/unsaved-changes-guard.tsx'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { type ContactFields, fieldsOf, toFormData } from './contact-form-data.ts'
import { countriesIn } from './countries.ts'
import { useSaveContact } from './use-save-contact.ts'

/** Name and phone. Changes saved by others appear in untouched fields. */
export function ContactForm({ contact, mayWrite }: { contact: Contact; mayWrite: boolean }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [edits, setEdits] = useState<Partial<ContactFields>>({})
  const saved = fieldsOf(contact)
  const fields = { ...saved, ...edits }
  const dirty = JSON.stringify(fields) !== JSON.stringify(saved)
  const params = { id: String(contact.id) }
  const save = useSaveContact(
    async (base: Partial<ContactFields>) => {
      const merge = { mine: fields, changed: Object.keys(edits), seen: base, fieldsOf }
      const { saved } = await saveMerged({
        ...merge,
        current: () => call(getContact, { params }),
        save: (_merged, _now, if_match) => call(updateContact, { params, body: toFormData(edits), if_match }),
      })
      return saved
    },
    { successMessage: () => t('contacts.saved'), onSaved: () => setEdits({}) },
  )
  // The saved value of each field when it was first edited.
  const [base, setBase] = useState<Partial<ContactFields>>({})
  const set = (change: Partial<ContactFields>) => {
    const firstEdited = Object.keys(change).filter((name) => !(name in edits))
    setBase({
      ...base,
      ...Object.fromEntries(firstEdited.map((name) => [name, saved[name as keyof ContactFields]])),
    })
    setEdits({ ...edits, ...change })
  }
  const conflict = save.error instanceof EditConflict ? save.error : null
  const errorOf = (name: keyof ContactFields) => {
    if (conflict?.fields.includes(name)) return t('form.clash.field', { text: String(conflict.remote[name]) })
    return save.error instanceof ApiError && save.error.errors.find(({ path }) => path === name)?.message
  }
  const hasNoName = fields.first_name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty && !hasNoName) save.mutate(base)
  }
  return (
    <form aria-label={t('contacts.details')} noValidate onSubmit={submit} className="space-y-3 pt-6">
      <h2 className="text-md font-semibold">{t('contacts.details')}</h2>
      <Field
        label={t('contacts.first_name')}
        disabled={!mayWrite}
        error={hasNoName ? t('contacts.first_name.needed') : errorOf('first_name') || undefined}
      >
        <Input
          value={fields.first_name}
          maxLength={140}
          disabled={!mayWrite}
          onChange={(event) => set({ first_name: event.target.value })}
        />
      </Field>
      <Field label={t('contacts.last_name')} disabled={!mayWrite} error={errorOf('last_name') || undefined}>
        <Input
          value={fields.last_name}
          maxLength={140}
          disabled={!mayWrite}
          onChange={(event) => set({ last_name: event.target.value })}
        />
      </Field>
      <Field
        label={t('contacts.phone')}
        disabled={!mayWrite}
        error={errorOf('phone_number') || errorOf('phone_number_country_code') || undefined}
      >
        <div className="flex gap-2">
          <CountryPicker
            value={fields.phone_number_country_code}
            disabled={!mayWrite}
            onChoose={(code) => set({ phone_number_country_code: code })}
          />
          <Input
            type="tel"
            className="min-w-0 flex-1"
            value={fields.phone_number}
            maxLength={20}
            disabled={!mayWrite}
            onChange={(event) => set({ phone_number: event.target.value })}
          />
        </div>
      </Field>
      <FormConflict
        conflict={
          conflict && {
            keepLocal: () => save.mutate({ ...base, ...conflict.remote }),
            takeRemote: () => {
              const mine = Object.entries(edits).filter(([name]) => !conflict.fields.includes(name))
              setEdits(Object.fromEntries(mine))
              save.reset()
              void cache.invalidateQueries({ queryKey: queryKeys.contact(contact.id) })
            },
          }
        }
      />
      {dirty && (
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={() => setEdits({})}>{t('contacts.discard')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabled={hasNoName}>
            {t('contacts.save')}
          </Button>
        </div>
      )}
      <UnsavedChangesGuard isDirty={dirty} />
    </form>
  )
}

function CountryPicker({
  value,
  disabled,
  onChoose,
}: {
  value: string
  disabled: boolean
  onChoose: (code: string) => void
}) {
  const { t, i18n } = useTranslation()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  const chosen = countries.find(({ code }) => code === value)
  return (
    <Combobox
      label={t('contacts.country')}
      placeholder={t('contacts.country.find')}
      empty={t('contacts.country.none')}
      value={value || null}
      onValueChange={onChoose}
      items={countries.map(({ code, name, calling_code }) => ({
        value: code,
        label: name,
        keywords: `${calling_code} ${code}`,
        detail: calling_code,
      }))}
      trigger={
        <button
          type="button"
          disabled={disabled}
          className="field h-8 w-24 shrink-0 justify-between gap-1 px-2.5 tabular-nums"
        >
          <span className={chosen ? '' : 'text-ink-3'}>
            {chosen ? `${chosen.code} ${chosen.calling_code}` : t('contacts.country')}
          </span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      }
    />
  )
}
