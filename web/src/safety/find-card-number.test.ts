import { expect, test } from 'vitest'
import { findCardNumber } from './find-card-number.ts'

test.each([
  ['4111111111111111'],
  ['My card 4111 1111 1111 1111 exp. 10/28'],
  ['4111-1111-1111-1111'],
  ['5555 5555 5555 4444'],
  ['2223003122003222'],
  ['3782 822463 10005'],
  ['378282246310005'],
  ['6011111111111117'],
  ['3530111333300000'],
  ['30569309025904'],
  ['Order number: 4111 1111 1111 1111'],
])('%s contains a card number', (text) => {
  expect(findCardNumber(`<p>${text}</p>`)).not.toBeNull()
})

test.each([
  ['4111111111111112', 'wrong checksum'],
  ['9111111111111111', 'no card company'],
  ['0000000000000000', 'no card company'],
  ['Order 4111111111111111', 'labelled as an order'],
  ['Bestellnummer: 4111111111111111', 'the same in German'],
  ['Numéro de suivi : 4111111111111111', 'the same in French'],
  ['tracking no. 4111111111111111', 'labelled as a tracking number'],
  ['DE89 3704 0044 0532 0130 00', 'an IBAN'],
  ['+49 4111 1111 1111 1111', 'a phone number'],
  ['A4111111111111111', 'part of an id'],
  ['41111111111111111111111', 'too long'],
  ['2026-11-24 10:15:00 2026-11-25', 'dates'],
  ['**** **** **** 1111', 'masked'],
  ['12.34 56.78 90.12 34.56', 'prices'],
])('%s does not: %s', (text) => {
  expect(findCardNumber(`<p>${text}</p>`)).toBeNull()
})

test('a quoted number does not count', () => {
  expect(findCardNumber('<blockquote><p>4111111111111111</p></blockquote><p>Thanks</p>')).toBeNull()
})
