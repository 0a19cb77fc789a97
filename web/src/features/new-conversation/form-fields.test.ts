import { expect, test } from 'vitest'
import {
  emptyFields,
  fromDraftFields,
  invalidFields,
  type NewConversationFields,
  toDraftFields,
} from './form-fields.ts'

const complete: NewConversationFields = {
  ...emptyFields,
  contact_email: 'ada@acme.test',
  first_name: 'Ada',
  subject: 'Your order',
  content: '<p>Hello</p>',
  inbox_id: 3,
}

test('only last name, team and agent are optional', () => {
  expect(invalidFields(complete)).toEqual([])
  expect(invalidFields(emptyFields).toSorted()).toEqual(
    ['contact_email', 'content', 'first_name', 'inbox_id', 'subject'].toSorted(),
  )
})

test.each([
  ['contact_email', 'ada@acme'],
  ['first_name', '   '],
  ['subject', ' '],
] as const)('%s "%s" is invalid', (name, value) => {
  expect(invalidFields({ ...complete, [name]: value })).toEqual([name])
})

test('fields survive a round trip through a draft', () => {
  const fields = { ...complete, team_id: 4 }
  expect(fromDraftFields(toDraftFields(fields), fields.content)).toEqual(fields)
  expect(toDraftFields(emptyFields)).toEqual({})
})
