import { MailRefusedError } from '../types.ts'
import { latin1 } from './charset.ts'
import { findLineEnd, type HeaderField, parseHeaderBlock, rawValue } from './header-block.ts'
import { type ParameterisedHeader, parseParameterisedHeader } from './header-parameters.ts'

/** A MIME part: its headers, its encoded body and, for a multipart, its parts. */
export type MimePart = {
  fields: HeaderField[]
  type: ParameterisedHeader
  disposition: ParameterisedHeader
  transferEncoding: string
  body: Uint8Array
  parts: MimePart[]
}

export type MimeTree = { root: MimePart; defects: string[] }

/**
 * Real mail stays far below these limits. The extremes of 600 collected mails: 9 levels, 60 parts, 180 kB of headers.
 */
const maxDepth = 50
const maxParts = 1_000
const maxHeaderBytes = 1024 * 1024

/**
 * Parses a mail into its MIME parts.
 * @throws MailRefusedError if it exceeds the limits for depth, parts or header size
 */
export function parseMimeTree(bytes: Uint8Array): MimeTree {
  const tree: ParseState = { defects: [], parts: 0 }
  return { root: parsePart(bytes, 0, tree, 'text/plain'), defects: tree.defects }
}

type ParseState = { defects: string[]; parts: number }

function parsePart(bytes: Uint8Array, depth: number, reading: ParseState, defaultType: string): MimePart {
  if (depth > maxDepth)
    throw new MailRefusedError('too_deep', `The mail nests more than ${maxDepth} parts inside each other.`)
  reading.parts += 1
  if (reading.parts > maxParts)
    throw new MailRefusedError('too_many_parts', `The mail has more than ${maxParts} parts.`)
  const block = parseHeaderBlock(bytes, 0, bytes.length)
  if (block.bodyStart > maxHeaderBytes)
    throw new MailRefusedError('header_too_large', `The header is larger than ${maxHeaderBytes / 1024} kB.`)
  reading.defects.push(...block.defects)
  const part = describePart(block.fields, bytes.subarray(block.bodyStart), defaultType)
  if (part.type.value.startsWith('multipart/')) parseChildParts(part, depth, reading)
  return part
}

function describePart(fields: HeaderField[], body: Uint8Array, defaultType: string): MimePart {
  const value = (name: string) => {
    const field = fields.find((candidate) => candidate.name === name)
    return field ? rawValue(field, null) : ''
  }
  const type = parseParameterisedHeader(value('content-type'))
  if (!/^[\w.+-]+\/[\w.+*-]+$/.test(type.value)) type.value = fallbackType(type.value, defaultType)
  return {
    fields,
    type,
    disposition: parseParameterisedHeader(value('content-disposition')),
    transferEncoding: parseParameterisedHeader(value('content-transfer-encoding')).value,
    body,
    parts: [],
  }
}

/** For "text" alone and the like: RFC 2045 section 5.2 treats unknown types as plain text. */
const fallbackType = (value: string, defaultType: string) =>
  value === 'html' || value === 'text/html' ? 'text/html' : defaultType

function parseChildParts(part: MimePart, depth: number, reading: ParseState): void {
  const boundary = part.type.parameters.get('boundary')?.trimEnd() || sniffBoundary(part.body)
  if (!boundary) {
    reading.defects.push('a multipart names no boundary')
    return
  }
  const pieces = splitAtBoundary(part.body, boundary)
  if (pieces.sections.length === 0) reading.defects.push('the boundary of a multipart never appears')
  else if (!pieces.isClosed) reading.defects.push('the closing boundary of a multipart is missing')
  const defaultType = part.type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  part.parts = pieces.sections.map((section) => parsePart(section, depth + 1, reading, defaultType))
}

const dash = 0x2d
const lf = 0x0a

/** Returns the sections between boundary lines. The line break before a boundary belongs to the boundary. */
function splitAtBoundary(body: Uint8Array, boundary: string): { sections: Uint8Array[]; isClosed: boolean } {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const sections: Uint8Array[] = []
  let sectionStart = -1
  for (
    let offset = findBoundary(body, delimiter, 0);
    offset >= 0;
    offset = findBoundary(body, delimiter, offset + 1)
  ) {
    const next = findLineEnd(body, offset, body.length)
    const suffix = latin1(body.subarray(offset + delimiter.length, next)).trimEnd()
    if (suffix !== '' && !/^--\W*$/.test(suffix)) continue
    if (sectionStart >= 0)
      sections.push(body.subarray(sectionStart, beforeLineBreak(body, offset, sectionStart)))
    sectionStart = next
    if (suffix !== '') return { sections, isClosed: true }
  }
  if (sectionStart >= 0) sections.push(body.subarray(sectionStart))
  return { sections, isClosed: false }
}

/** The next position of `mark` at the start of a line; -1 if there is none. */
function findBoundary(body: Uint8Array, delimiter: Buffer, from: number): number {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let offset = buffer.indexOf(delimiter, from)
  while (offset > 0 && buffer[offset - 1] !== lf) offset = buffer.indexOf(delimiter, offset + 1)
  return offset
}

function beforeLineBreak(body: Uint8Array, offset: number, from: number): number {
  let end = offset
  if (end > from && body[end - 1] === 0x0a) end -= 1
  if (end > from && body[end - 1] === 0x0d) end -= 1
  return end
}

/** For a multipart without a boundary parameter: uses the first line that looks like a boundary. */
function sniffBoundary(body: Uint8Array): string | null {
  for (let offset = 0; offset < Math.min(body.length, 4096); ) {
    const next = findLineEnd(body, offset, body.length)
    if (body[offset] === dash && body[offset + 1] === dash && next - offset > 6)
      return latin1(body.subarray(offset + 2, next)).trimEnd()
    offset = next
  }
  return null
}
