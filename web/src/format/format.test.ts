import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'
import { contactInitials, fullName, initials, personInitials } from './names.ts'
import { excerpt, truncate, truncateFileName } from './truncate.ts'

test.each([
  [0, '0 KB'],
  [3, '0.01 KB'],
  [512, '0.50 KB'],
  [186_778, '182.40 KB'],
  [1_048_575, '1024.00 KB'],
  [1_048_576, '1.00 MB'],
  [26_214_400, '25.00 MB'],
])('%i bytes are %s', (bytes, expected) => {
  expect(fileSize(bytes)).toBe(expected)
})

test.each([
  ['statement.pdf', 'statement.pdf'],
  ['exactly-20-chars.txt', 'exactly-20-chars.txt'],
  ['statement-november.pdf', 'statement-novembe…'],
])('the file name %s is shown as %s', (name, expected) => {
  expect(truncateFileName(name)).toBe(expected)
})

test('truncation never splits a grapheme', () => {
  expect(truncate('👩‍👩‍👧 family', 3)).toBe('👩‍👩‍👧 f…')
  expect(truncate('👩‍👩‍👧', 1)).toBe('👩‍👩‍👧')
  expect(truncate('cafe\u0301s', 4)).toBe('cafe\u0301…')
})

test('an excerpt is one line of at most 100 characters', () => {
  expect(excerpt('Hello,\n\n  I was charged   twice')).toBe('Hello, I was charged twice')
  expect(excerpt('x'.repeat(100))).toBe('x'.repeat(100))
  expect(excerpt('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
})

test.each([
  [{ first_name: 'Ada', last_name: 'Byron' }, 'Ada Byron', 'AB', 'AD'],
  [{ first_name: 'elif', last_name: 'şahin' }, 'elif şahin', 'EŞ', 'EL'],
  [{ first_name: 'Prince', last_name: '' }, 'Prince', 'P', 'PR'],
  [{ first_name: '', last_name: null }, '', '', ''],
])('%o has a name and initials', (person, name, both, first) => {
  expect(fullName(person)).toBe(name)
  expect(initials(person)).toBe(both)
  expect(contactInitials(person)).toBe(first)
})

test("a contact's initials are the first 2 letters of the first name everywhere", () => {
  const ada = { first_name: 'Ada', last_name: 'Byron' }
  expect(personInitials({ ...ada, type: 'contact' })).toBe(contactInitials(ada))
  expect(personInitials({ ...ada, type: 'agent' })).toBe('AB')
})
