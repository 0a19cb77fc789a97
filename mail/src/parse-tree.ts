import { latin1 } from './parse-charset.ts'
import { type HeaderField, lineEnd, rawValue, readHeaderBlock } from './parse-header-block.ts'
import { type Parameterised, parseParameterised } from './parse-parameters.ts'
import { MailRefused } from './types.ts'

/** One MIME part: its headers, its still encoded body, and its parts when it is a multipart. */
export type MimePart = {
  fields: HeaderField[]
  type: Parameterised
  disposition: Parameterised
  transferEncoding: string
  body: Uint8Array
  parts: MimePart[]
}

export type MimeTree = { root: MimePart; defects: string[] }

/** Real mail stays far below each (the deepest of 600 collected mails: 9 levels, 60 parts, 180 kB of header). */
const deepest = 50
const mostParts = 1_000
const largestHeader = 1024 * 1024

/** Splits a mail into its parts. @throws MailRefused when it is deeper, finer or larger in its headers than any mail. */
export function readTree(bytes: Uint8Array): MimeTree {
  const tree: Reading = { defects: [], parts: 0 }
  return { root: readPart(bytes, 0, tree, 'text/plain'), defects: tree.defects }
}

type Reading = { defects: string[]; parts: number }

function readPart(bytes: Uint8Array, depth: number, reading: Reading, defaultType: string): MimePart {
  if (depth > deepest)
    throw new MailRefused('too_deep', `The mail nests more than ${deepest} parts inside each other.`)
  reading.parts += 1
  if (reading.parts > mostParts)
    throw new MailRefused('too_many_parts', `The mail has more than ${mostParts} parts.`)
  const block = readHeaderBlock(bytes, 0, bytes.length)
  if (block.bodyStart > largestHeader)
    throw new MailRefused('header_too_large', `The header is larger than ${largestHeader / 1024} kB.`)
  reading.defects.push(...block.defects)
  const part = describePart(block.fields, bytes.subarray(block.bodyStart), defaultType)
  if (part.type.value.startsWith('multipart/')) readParts(part, depth, reading)
  return part
}

function describePart(fields: HeaderField[], body: Uint8Array, defaultType: string): MimePart {
  const value = (name: string) => {
    const field = fields.find((candidate) => candidate.name === name)
    return field ? rawValue(field, null) : ''
  }
  const type = parseParameterised(value('content-type'))
  if (!/^[\w.+-]+\/[\w.+*-]+$/.test(type.value)) type.value = fullType(type.value, defaultType)
  return {
    fields,
    type,
    disposition: parseParameterised(value('content-disposition')),
    transferEncoding: parseParameterised(value('content-transfer-encoding')).value,
    body,
    parts: [],
  }
}

/** "text" alone and the like: RFC 2045 section 5.2 reads what it cannot understand as plain text. */
const fullType = (value: string, defaultType: string) =>
  value === 'html' || value === 'text/html' ? 'text/html' : defaultType

function readParts(part: MimePart, depth: number, reading: Reading): void {
  const boundary = part.type.parameters.get('boundary')?.trimEnd() || sniffBoundary(part.body)
  if (!boundary) {
    reading.defects.push('a multipart names no boundary')
    return
  }
  const pieces = splitAtBoundary(part.body, boundary)
  if (pieces.sections.length === 0) reading.defects.push('the boundary of a multipart never appears')
  else if (!pieces.closed) reading.defects.push('the closing boundary of a multipart is missing')
  const defaultType = part.type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  part.parts = pieces.sections.map((section) => readPart(section, depth + 1, reading, defaultType))
}

const dash = 0x2d
const lf = 0x0a

/** The sections between the boundary lines. The line break before a boundary belongs to the boundary. */
function splitAtBoundary(body: Uint8Array, boundary: string): { sections: Uint8Array[]; closed: boolean } {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  const sections: Uint8Array[] = []
  let sectionStart = -1
  for (let at = nextMark(body, mark, 0); at >= 0; at = nextMark(body, mark, at + 1)) {
    const next = lineEnd(body, at, body.length)
    const rest = latin1(body.subarray(at + mark.length, next)).trimEnd()
    if (rest !== '' && !/^--\W*$/.test(rest)) continue
    if (sectionStart >= 0) sections.push(body.subarray(sectionStart, beforeBreak(body, at, sectionStart)))
    sectionStart = next
    if (rest !== '') return { sections, closed: true }
  }
  if (sectionStart >= 0) sections.push(body.subarray(sectionStart))
  return { sections, closed: false }
}

/** The next place at the start of a line where `mark` stands; -1 when there is none. */
function nextMark(body: Uint8Array, mark: Buffer, from: number): number {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let at = buffer.indexOf(mark, from)
  while (at > 0 && buffer[at - 1] !== lf) at = buffer.indexOf(mark, at + 1)
  return at
}

function beforeBreak(body: Uint8Array, at: number, from: number): number {
  let end = at
  if (end > from && body[end - 1] === 0x0a) end -= 1
  if (end > from && body[end - 1] === 0x0d) end -= 1
  return end
}

/** A multipart whose boundary got lost: the first line that looks like one is taken. */
function sniffBoundary(body: Uint8Array): string | null {
  for (let at = 0; at < Math.min(body.length, 4096); ) {
    const next = lineEnd(body, at, body.length)
    if (body[at] === dash && body[at + 1] === dash && next - at > 6)
      return latin1(body.subarray(at + 2, next)).trimEnd()
    at = next
  }
  return null
}
