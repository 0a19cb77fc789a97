import { expect, test } from 'vitest'
import { decodeFile } from './decode-file.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

test.each([
  ['UTF-8', new TextEncoder().encode('Jörg')],
  ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Jörg'))],
  ['Windows-1252, as Excel writes it', bytes(0x4a, 0xf6, 0x72, 0x67)],
  ['UTF-16, which Excel calls Unicode text', bytes(0xff, 0xfe, 0x4a, 0, 0xf6, 0, 0x72, 0, 0x67, 0)],
])('decodes %s', (_encoding, file) => {
  expect(decodeFile(file)).toEqual({ text: 'Jörg' })
})

test('refuses a workbook and a file that is too large', () => {
  expect(decodeFile(bytes(0x50, 0x4b, 0x03, 0x04))).toEqual({ refusal: 'workbook' })
  expect(decodeFile(new Uint8Array(2_000_001))).toEqual({ refusal: 'size' })
})
