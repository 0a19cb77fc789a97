import { expect, test } from 'vitest'
import { byteSize } from './byte-size.ts'

test.each([
  [0, '0 kB'],
  [700, '0.7 kB'],
  [1024 ** 2 * 812, '812 MB'],
  [1024 ** 3 * 1.42, '1.4 GB'],
  [1024 ** 4 * 25, '25 TB'],
  [1024 ** 5 * 25, '25,600 TB'],
])('%s bytes are %s', (bytes, text) => {
  expect(byteSize(bytes, 'en')).toBe(text)
})
