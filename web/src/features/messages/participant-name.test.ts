import { expect, test } from 'vitest'
import { type NameContext, participantName } from './participant-name.ts'

const context: NameContext = {
  // Only the fields that are used.
  contact: { first_name: 'Ada', last_name: 'Byron', email: 'Ada@acme.test' } as NameContext['contact'],
  inbox_name: 'Support',
  inbox_addresses: ['help@parley.test'],
}

test.each([
  ['help@parley.test', 'Support'],
  ['help+abc123@parley.test', 'Support'],
  ['ADA@acme.test', 'Ada Byron'],
  ['boss@acme.test', 'boss@acme.test'],
])('%s is displayed as %s', (address, name) => {
  expect(participantName(address, context)).toBe(name)
})
