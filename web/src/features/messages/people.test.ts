import { expect, test } from 'vitest'
import { type Known, nameOf } from './people.ts'

const known: Known = {
  // Only what names are made of.
  contact: { first_name: 'Ada', last_name: 'Byron', email: 'Ada@acme.test' } as Known['contact'],
  inbox_name: 'Support',
  inbox_addresses: ['help@parley.test'],
}

test.each([
  ['help@parley.test', 'Support'],
  ['help+abc123@parley.test', 'Support'],
  ['ADA@acme.test', 'Ada Byron'],
  ['boss@acme.test', 'boss@acme.test'],
])('%s reads %s', (address, name) => {
  expect(nameOf(address, known)).toBe(name)
})
