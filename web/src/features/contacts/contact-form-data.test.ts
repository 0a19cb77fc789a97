import type { Contact } from '@parley/contract/contacts'
import { expect, test } from 'vitest'
import { fieldsOf, formOf } from './contact-form-data.ts'

// Only what the form is made from.
const contact = {
  first_name: 'Ada',
  last_name: 'Brandt',
  email: 'ada@brandt.test',
  phone_number: null,
  phone_number_country_code: null,
  avatar_url: '/uploads/1',
} as Contact
const sent = (form: FormData) => Object.fromEntries([...form].filter(([name]) => name !== 'files'))

test('the form holds everything, for what it leaves out would be emptied', () => {
  expect(sent(formOf(contact, { ...fieldsOf(contact), first_name: ' Adele ' }))).toEqual({
    first_name: 'Adele',
    last_name: 'Brandt',
    email: 'ada@brandt.test',
    phone_number: '',
    phone_number_country_code: '',
    avatar_url: '/uploads/1',
  })
})

test('a new picture goes along, and none removes the one that is there', () => {
  const file = new File(['x'], 'me.png')
  expect(formOf(contact, fieldsOf(contact), file).get('files')).toBeInstanceOf(File)
  expect(sent(formOf(contact, fieldsOf(contact), null))).toMatchObject({ avatar_url: '' })
})
