import { expect, test } from 'vitest'
import { contactInitials, fullName, initials, personInitials } from './names.ts'

test('a last name is optional', () => {
  expect(fullName({ first_name: 'Ada', last_name: 'Byron' })).toBe('Ada Byron')
  expect(fullName({ first_name: 'Ada', last_name: null })).toBe('Ada')
  expect(fullName({ first_name: 'Ada' })).toBe('Ada')
})

test('an agent has the initials of both names, a contact the first two letters', () => {
  const ada = { first_name: 'ada', last_name: 'byron' }
  expect(initials(ada)).toBe('AB')
  expect(contactInitials(ada)).toBe('AD')
  expect(personInitials({ ...ada, type: 'agent' })).toBe('AB')
  expect(personInitials({ ...ada, type: 'contact' })).toBe('AD')
})

test('an initial of several code points is not split', () => {
  expect(contactInitials({ first_name: '👩‍🚀🦉x' })).toBe('👩‍🚀🦉')
  expect(initials({ first_name: 'e\u0301lodie', last_name: '' })).toBe('E\u0301')
})

test('spaces are not used as initials', () => {
  expect(initials({ first_name: '  ', last_name: ' byron' })).toBe('B')
  expect(contactInitials({ first_name: 'Q' })).toBe('Q')
})
