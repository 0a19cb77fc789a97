import { expect, test } from 'vitest'
import { addAddresses, isAddress, readAddresses } from './addresses.ts'

test.each([
  ['Ada@Acme.test', ['ada@acme.test']],
  ['a@x.test, b@x.test;c@x.test\nd@x.test', ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test']],
  ['"Byron, Ada" <ada@acme.test>, Goran <g@acme.test>', ['ada@acme.test', 'g@acme.test']],
  ['a@x.test b@x.test', ['a@x.test', 'b@x.test']],
  ['mailto:ada@acme.test', ['ada@acme.test']],
  ['  ', []],
])('%s', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})

test('an invalid address is kept so that it can be corrected', () => {
  expect(readAddresses('ada@acme')).toEqual(['ada@acme'])
  expect(isAddress('ada@acme')).toBe(false)
  expect(isAddress('ada@acme.test')).toBe(true)
})

test('an address is not added twice', () => {
  expect(addAddresses(['a@x.test'], ['A@x.test', 'b@x.test', 'b@x.test'])).toEqual(['a@x.test', 'b@x.test'])
})
