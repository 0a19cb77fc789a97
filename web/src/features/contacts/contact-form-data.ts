import type { Contact } from '@parley/contract/contacts/contacts'

export type ContactFields = {
  first_name: string
  last_name: string
  phone_number: string
  phone_number_country_code: string
}

export const fieldsOf = (contact: Contact): ContactFields => ({
  first_name: contact.first_name,
  last_name: contact.last_name,
  phone_number: contact.phone_number ?? '',
  phone_number_country_code: contact.phone_number_country_code ?? '',
})

/** The fields that differ from the saved contact. */
export function changedFields(fields: ContactFields, saved: Contact | null): Partial<ContactFields> {
  const savedFields: Record<string, string> = saved ? fieldsOf(saved) : {}
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => savedFields[name] !== value))
}

/** The changed fields as form data; other fields are not changed. */
export function toFormData(fields: Partial<ContactFields>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value.trim())
  return form
}

/** A new picture, or null to remove it. */
export function toPictureFormData(picture: File | null): FormData {
  const form = new FormData()
  if (picture) form.append('files', picture)
  else form.append('avatar_url', '')
  return form
}
