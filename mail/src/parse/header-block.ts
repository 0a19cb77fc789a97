import { decodeUndeclared, latin1 } from './charset.ts'
import { decodeEncodedWords } from './encoded-words.ts'
import { toStorableText } from './storable-text.ts'

/** One header as it stands in the mail: `raw` is the value's bytes, folds removed. */
export type HeaderField = { name: string; raw: Uint8Array }

export type HeaderBlock = { fields: HeaderField[]; bodyStart: number; defects: string[] }

const lf = 0x0a
const cr = 0x0d
const colon = 0x3a
const dash = 0x2d

/**
 * Reads headers from `start`. They end at an empty line, or where a line cannot be a header (then the blank line is
 * missing and the body begins there). An mbox "From " line at the start is skipped.
 */
export function parseHeaderBlock(bytes: Uint8Array, start: number, end: number): HeaderBlock {
  const fields: HeaderField[] = []
  const defects: string[] = []
  let at = skipLeadingBlankLines(bytes, start, end)
  let open: { name: string; pieces: Uint8Array[] } | null = null
  const close = () => {
    if (open) fields.push({ name: open.name, raw: Buffer.concat(open.pieces) })
    open = null
  }
  while (at < end) {
    const next = findLineEnd(bytes, at, end)
    const line = trimLineBreak(bytes.subarray(at, next))
    if (line.length === 0) {
      close()
      return { fields, bodyStart: next, defects }
    }
    if (isFoldWhitespace(line[0])) {
      // White space alone between headers is a fold of nothing (RFC 5322 section 4.2).
      if (open) open.pieces.push(line)
      else defects.push('the header begins with a continuation line')
      at = next
      continue
    }
    const nameEnd = line.indexOf(colon)
    const name = nameEnd > 0 ? latin1(line.subarray(0, nameEnd)).trimEnd() : ''
    if (!/^[\x21-\x7e]+$/.test(name)) {
      if (fields.length === 0 && !open && isMboxLine(line)) {
        at = next
        continue
      }
      if (isSkippableLine(line, bytes, next, end)) {
        defects.push('a line between the headers is no header')
        at = next
        continue
      }
      close()
      defects.push('the empty line between header and body is missing')
      return { fields, bodyStart: at, defects }
    }
    close()
    open = { name: name.toLowerCase(), pieces: [line.subarray(nameEnd + 1)] }
    at = next
  }
  close()
  return { fields, bodyStart: end, defects }
}

/** The value for people and for parsing: bytes to text (undeclared 8-bit by `hint`), then encoded words. */
export const decodedValue = (field: HeaderField, hint: string | null): string =>
  toStorableText(decodeEncodedWords(rawValue(field, hint))).trim()

/** The value before encoded words are decoded: what address parsing needs. */
export const rawValue = (field: HeaderField, hint: string | null): string =>
  decodeUndeclared(field.raw, hint)
    .replace(/[\r\n]+/g, '')
    .trim()

/** Where the line that starts at `at` ends, its line break included. */
export function findLineEnd(bytes: Uint8Array, at: number, end: number): number {
  const found = bytes.indexOf(lf, at)
  return found < 0 || found >= end ? end : found + 1
}

function trimLineBreak(line: Uint8Array): Uint8Array {
  let length = line.length
  if (line[length - 1] === lf) length -= 1
  while (line[length - 1] === cr) length -= 1
  return line.subarray(0, length)
}

const isFoldWhitespace = (byte: number | undefined) => byte === 0x20 || byte === 0x09
const isMboxLine = (line: Uint8Array) => /^>?From /.test(latin1(line.subarray(0, 6)))

/** Blank lines before the first header are damage of transport; an empty header followed by text stays empty. */
function skipLeadingBlankLines(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end) {
    const next = findLineEnd(bytes, at, end)
    const line = latin1(bytes.subarray(at, Math.min(next, at + 200))).trim()
    if (line !== '') return knownHeaderPattern.test(line) ? at : start
    at = next
  }
  return start
}

const knownHeaderPattern =
  /^(?:From|To|Cc|Delivered-To|Subject|Date|Received|Sender|Return-Path|Message-ID|MIME-Version|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)[ \t]*:/i

/** A broken line among headers (bad wrapping) is no body: before the next empty line a header follows again. */
function isSkippableLine(line: Uint8Array, bytes: Uint8Array, next: number, end: number): boolean {
  if (line[0] === dash && line[1] === dash) return false
  let at = next
  for (let lines = 0; lines < 10 && at < end; lines += 1) {
    const following = findLineEnd(bytes, at, end)
    const text = latin1(trimLineBreak(bytes.subarray(at, Math.min(following, at + 200))))
    if (text === '') return false
    if (knownHeaderPattern.test(text)) return true
    at = following
  }
  return false
}
