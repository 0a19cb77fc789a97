import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseMail } from '../parse/parse-mail.ts'
import { decompressRtf, extractRtfBody } from './compressed-rtf.ts'
import { parseTnef } from './read-tnef.ts'

const winmail = async () => {
  const raw = readFileSync(join(import.meta.dirname, '../../cases/parse/winmail-dat.eml'))
  const { attachments } = await parseMail(raw)
  return attachments.find(({ tnef }) => tnef === 'container')?.content ?? new Uint8Array()
}

it('TNEF truncated at any point is read completely or not at all', async () => {
  const bytes = await winmail()
  expect(parseTnef(bytes)?.files).toHaveLength(1)
  const [file] = parseTnef(bytes)?.files ?? []
  for (let length = 0; length < bytes.length; length += 1) {
    const contents = parseTnef(bytes.subarray(0, length))?.files.map(({ content }) => content.length) ?? []
    expect([[], [0], [file?.content.length]]).toContainEqual(contents)
  }
  expect(parseTnef(Buffer.from('no tnef at all'))).toBeNull()
})

it('decompresses the two examples in MS-OXRTFCP section 4', () => {
  const simple = Buffer.from(
    '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232' +
      '0af32068656c09002062770' +
      '5b06c647d0a800fa0',
    'hex',
  )
  expect(decompressRtf(simple)).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n')
  const crossing = Buffer.from('1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', 'hex')
  expect(decompressRtf(crossing)).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}')
})

it('rejects RTF truncated in the middle of a reference', () => {
  expect(() => decompressRtf(Buffer.from('1a0000001c0000004c5a4675e2d44b510102', 'hex'))).toThrow(RangeError)
})

it('stops decompressing at 32 MB', () => {
  const header = Buffer.alloc(16)
  header.write('LZFu', 8, 'latin1')
  // Groups of eight references, each of which repeats 17 bytes. One to the position that is written next would be the end.
  let position = 207
  const groups = Array.from({ length: 300_000 }, () => {
    const group = Buffer.alloc(17, 0xff)
    for (let offset = 1; offset < 17; offset += 2) {
      group.writeUInt16BE(((position === 0 ? 1 : 0) << 4) | 15, offset)
      position = (position + 17) % 4096
    }
    return group
  })
  const lengthOf = (count: number) =>
    decompressRtf(Buffer.concat([header, ...groups.slice(0, count)]))?.length
  expect(lengthOf(200_000)).toBe(200_000 * 8 * 17)
  expect(lengthOf(300_000)).toBeLessThan(300_000 * 8 * 17)
})

it('extracts text from RTF that was never HTML', () => {
  const rtf = Buffer.from(
    "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}Gr\\'fc\\u223?e\\par next\\~line \\{x\\}}",
  )
  const header = Buffer.alloc(16)
  header.write('MELA', 8, 'latin1')
  expect(extractRtfBody(Buffer.concat([header, rtf]))).toEqual({
    text: 'Grüße\nnext\u00a0line {x}',
    html: null,
  })
})
