import { decodeUndeclared, latin1 } from './charset.ts'
import { decodeEncodedWords } from './encoded-words.ts'
import { toStorableText } from './storable-text.ts'

/** A header as written in the mail: `raw` is the unfolded value in bytes. */
export type HeaderField = { name: string; raw: Uint8Array }

export type HeaderBlock = { fields: HeaderField[]; bodyStart: number; defects: string[] }

const lf = 0x0a
const cr = 0x0d
const colon = 0x3a
const dash = 0x2d

/**
 * Parses headers from `start`. They end at an empty line, or at a line that cannot be a header (the blank line is
 * missing and the body starts there). A leading mbox "From " line is skipped.
 */
export function parseHeaderBlock(bytes: Uint8Array, start: number, end: number): HeaderBlock {
  const fields: HeaderField[] = []
  const defects: string[] = []
  let offset = skipLeadingBlankLines(bytes, start, end)
  let current: { name: string; pieces: Uint8Array[] } | null = null
  const finishField = () => {
    if (current) fields.push({ name: current.name, raw: Buffer.concat(current.pieces) })
    current = null
  }
  while (offset < end) {
    const next = findLineEnd(bytes, offset, end)
    const line = trimLineBreak(bytes.subarray(offset, next))
    if (line.length === 0) {
      finishField()
      return { fields, bodyStart: next, defects }
    }
    if (isFoldWhitespace(line[0])) {
      // A whitespace-only line between headers is an empty fold (RFC 5322 section 4.2).
      if (current) current.pieces.push(line)
      else defects.push('the header begins with a continuation line')
      offset = next
      continue
    }
    const header = splitHeader(line)
    if (!header) {
      if (fields.length === 0 && !current && isMboxLine(line)) {
        offset = next
        continue
      }
      if (isSkippableLine(line, bytes, next, end)) {
        defects.push('a line between the headers is no header')
        offset = next
        continue
      }
      finishField()
      defects.push('the empty line between header and body is missing')
      return { fields, bodyStart: offset, defects }
    }
    finishField()
    current = { name: header.name, pieces: [header.value] }
    offset = next
  }
  finishField()
  return { fields, bodyStart: end, defects }
}

/** The parts of a line "name: value", or null if it cannot be a header. */
function splitHeader(line: Uint8Array): { name: string; value: Uint8Array } | null {
  const nameEnd = line.indexOf(colon)
  const name = nameEnd > 0 ? latin1(line.subarray(0, nameEnd)).trimEnd() : ''
  if (!/^[\x21-\x7e]+$/.test(name)) return null
  return { name: name.toLowerCase(), value: line.subarray(nameEnd + 1) }
}

/** The decoded value: bytes to text (undeclared 8-bit by `hint`), then encoded words. */
export const decodedValue = (field: HeaderField, hint: string | null): string =>
  toStorableText(decodeEncodedWords(rawValue(field, hint))).trim()

/** The value before encoded words are decoded, as address parsing needs it. */
export const rawValue = (field: HeaderField, hint: string | null): string =>
  decodeUndeclared(field.raw, hint)
    .replace(/[\r\n]+/g, '')
    .trim()

/** End of the line that starts at `offset`, including its line break. */
export function findLineEnd(bytes: Uint8Array, offset: number, end: number): number {
  const newlineAt = bytes.indexOf(lf, offset)
  return newlineAt < 0 || newlineAt >= end ? end : newlineAt + 1
}

function trimLineBreak(line: Uint8Array): Uint8Array {
  let length = line.length
  if (line[length - 1] === lf) length -= 1
  while (line[length - 1] === cr) length -= 1
  return line.subarray(0, length)
}

const isFoldWhitespace = (byte: number | undefined) => byte === 0x20 || byte === 0x09
const isMboxLine = (line: Uint8Array) => /^>?From /.test(latin1(line.subarray(0, 6)))

/** Blank lines before the first header are transport damage. An empty header followed by text stays empty. */
function skipLeadingBlankLines(bytes: Uint8Array, start: number, end: number): number {
  let offset = start
  while (offset < end) {
    const next = findLineEnd(bytes, offset, end)
    const line = latin1(bytes.subarray(offset, Math.min(next, offset + 200))).trim()
    if (line !== '') return knownHeaderPattern.test(line) ? offset : start
    offset = next
  }
  return start
}

const knownHeaderPattern =
  /^(?:From|To|Cc|Delivered-To|Subject|Date|Received|Sender|Return-Path|Message-ID|MIME-Version|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)[ \t]*:/i

/**
 * A malformed line between headers (bad wrapping) does not start the body if another header follows before the next
 * empty line.
 */
function isSkippableLine(line: Uint8Array, bytes: Uint8Array, next: number, end: number): boolean {
  if (line[0] === dash && line[1] === dash) return false
  let offset = next
  for (let lines = 0; lines < 10 && offset < end; lines += 1) {
    const following = findLineEnd(bytes, offset, end)
    const text = latin1(trimLineBreak(bytes.subarray(offset, Math.min(following, offset + 200))))
    if (text === '') return false
    if (knownHeaderPattern.test(text)) return true
    offset = following
  }
  return false
}
