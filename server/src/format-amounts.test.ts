import { expect, test } from 'vitest'
import { formatBytes, formatCount } from './format-amounts.ts'

test.each([
  [100, '0.1 KB'],
  [10 * 1024, '10 KB'],
  [8 * 1024 ** 2, '8 MB'],
  [300 * 1024 ** 2, '300 MB'],
  [1.44 * 1024 ** 3, '1.4 GB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('one is singular, and thousands are grouped', () => {
  expect([0, 1, 4591].map((number) => formatCount(number, 'row'))).toEqual(['0 rows', '1 row', '4,591 rows'])
})
