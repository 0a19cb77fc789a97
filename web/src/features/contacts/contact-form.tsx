import { type Contact, ContactUpdate, getContact, updateContact } from '@parley/contract/contacts/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { TextField } from '../../forms/fields/fields.tsx'
import { FormErrors } from '../../forms/form-errors.tsx'
import { UnsavedChangesGuard } from '../../forms/unsaved-changes-guard.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { type ContactFields, changedFields, fieldsOf, toFormData } from './contact-form-data.ts'
import { PhoneField } from './phone-field.tsx'

// The form leaves no field out, although a client of the API may.
const contactSchema = ContactUpdate.omit({ email: true }) as z.ZodType<unknown, ContactFields>

/** Name and phone. */
export function ContactForm({ contact, mayWrite }: { contact: Contact; mayWrite: boolean }) {
  const { t } = useTranslation()
  const form = useContactForm(contact)
  const formRef = useFirstErrorFocus(form)
  const fields = useRef<HTMLDivElement>(null)
  const isDirty = form.dirtyCount > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty) form.submit()
  }
  return (
    <form
      ref={formRef}
      aria-label={t('contacts.details')}
      noValidate
      onSubmit={submit}
      className="space-y-3 pt-6"
    >
      <h2 className="text-md font-semibold">{t('contacts.details')}</h2>
      {form.restored && <p className="text-xs text-ink-3">{t('form.restored')}</p>}
      <div ref={fields} className="space-y-3">
        <TextField form={form} name="first_name" label={t('contacts.first_name')} disabled={!mayWrite} />
        <TextField form={form} name="last_name" label={t('contacts.last_name')} disabled={!mayWrite} />
        <PhoneField form={form} disabled={!mayWrite} />
      </div>
      <FormErrors form={form} fields={fields} />
      {isDirty && (
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={form.discard}>{t('contacts.discard')}</Button>
          <Button type="submit" variant="primary" loading={form.saving}>
            {t('contacts.save')}
          </Button>
        </div>
      )}
      <UnsavedChangesGuard isDirty={isDirty && !form.saving} />
    </form>
  )
}

function useContactForm(contact: Contact) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const params = { id: String(contact.id) }
  const store = (latest: Contact) => {
    cache.setQueryData(queryKeys.contact(latest.id), latest)
    return latest
  }
  return useEntityForm({
    schema: contactSchema,
    values: fieldsOf(contact),
    fieldsOf,
    draftKey: `contacts/${contact.id}`,
    invalidateKey: queryKeys.contactLists,
    successMessage: t('contacts.saved'),
    fetchCurrent: () => call(getContact, { params }).then(store),
    save: (fields, { if_match }, current) =>
      call(updateContact, { params, body: toFormData(changedFields(fields, current)), if_match }).then(store),
  })
}
