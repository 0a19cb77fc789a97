import { expect, test } from 'vitest'
import { joinDuration, splitDuration } from './duration-parts.ts'

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
  expect(splitDuration(text)).toEqual({ count, unit })
})

test('a displayed duration is stored as hours or minutes', () => {
  expect(joinDuration({ count: ' 4 ', unit: 'h' })).toBe('4h')
  expect(joinDuration({ count: '90', unit: 'm' })).toBe('90m')
  expect(joinDuration({ count: '', unit: 'm' })).toBe('')
})
