import { expect, test } from 'vitest'
import { partsOf, textOf } from './duration-parts.ts'

test.each([
  ['', '', 'h'],
  [null, '', 'h'],
  ['4h', '4', 'h'],
  ['30m', '30', 'm'],
  ['120m', '120', 'm'],
  ['1h30m', '90', 'm'],
  ['1h60m', '2', 'h'],
  ['x', 'x', 'h'],
])('%j is shown as %j %s', (text, count, unit) => {
  expect(partsOf(text)).toEqual({ count, unit })
})

test('what is shown is written back as hours or minutes', () => {
  expect(textOf({ count: ' 4 ', unit: 'h' })).toBe('4h')
  expect(textOf({ count: '90', unit: 'm' })).toBe('90m')
  expect(textOf({ count: '', unit: 'm' })).toBe('')
})
