import type { Contact } from '@parley/contract/contacts'

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

/** The whole contact as the form that the server takes; what is not in it would be emptied. `picture`: a new one, or null for none. */
export function formOf(contact: Contact, fields: ContactFields, picture?: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value.trim())
  form.append('email', contact.email ?? '')
  form.append('avatar_url', picture === null ? '' : (contact.avatar_url ?? ''))
  if (picture) form.append('files', picture)
  return form
}
