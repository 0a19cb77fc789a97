import { isBlank, isHorizontalRule, type Line, nextNonBlank, normaliseHead } from './line.ts'
import { sentFromPhrases } from './phrases.ts'

/** Behind "-- " more lines than these are a letter that used dashes as a divider. */
const maxSignatureLines = 30
const maxFooterLines = 8

/**
 * Where the signature of `lines[from, to)` begins, or `to`: behind "-- " (RFC 3676 section 4.3), from an element
 * that the program marked, "Sent from my phone", or the footer of a mailing list.
 */
export function findSignatureStart(lines: readonly Line[], from: number, to: number): number {
  // Text below a marked signature is the sender's again: an answer under the quote, a postscript.
  const lastOwn = findLastOwnLine(lines, from, to)
  let start = to
  for (let i = from; i < to; i += 1) {
    const line = lines[i]
    if (!line || line.isQuoted) continue
    if (line.hint === 'signature' ? i > lastOwn : startsSignature(lines, i, to, lastOwn)) {
      start = i
      break
    }
  }
  return findListFooterStart(lines, from, findDeviceLineStart(lines, from, start))
}

/** "Sent from my iPhone", "Get Outlook for iOS". */
export function isDeviceLine(text: string): boolean {
  const head = normaliseHead(text).replace(/^[*_\-–—>\s[]+/, '')
  if (head.length > 120 || head.length === 0 || /[:：]$/.test(head)) return false
  return (
    sentFromPhrases.some((words) => head.startsWith(words)) || /\p{L}+'?[dt][ae]n gönderildi$/u.test(head)
  )
}

function isSignatureDelimiter(text: string): boolean {
  return /^\s?--[ \u00a0]?\s*$/.test(text)
}

function startsSignature(lines: readonly Line[], at: number, to: number, lastOwn: number): boolean {
  if (!isSignatureDelimiter(lines[at]?.text ?? '')) return false
  const next = nextNonBlank(lines, at + 1)
  return lines[next]?.hint === 'signature' ? next > lastOwn : isShortSignature(lines, at, to)
}

function findLastOwnLine(lines: readonly Line[], from: number, to: number): number {
  for (let i = to - 1; i >= from; i -= 1) {
    const line = lines[i]
    if (line && isOwnLine(line)) return i
  }
  return from - 1
}

function isOwnLine(line: Line): boolean {
  return line.hint !== 'signature' && !isBlank(line) && !isHorizontalRule(line) && !isDeviceLine(line.text)
}

/** Stops counting at the limit, so that a mail of nothing but "--" lines costs no square of its length. */
function isShortSignature(lines: readonly Line[], from: number, to: number): boolean {
  let filled = 0
  for (let i = from; i < to && filled <= maxSignatureLines; i += 1) {
    const line = lines[i]
    if (line && !isBlank(line)) filled += 1
  }
  return filled <= maxSignatureLines
}

/** Device lines count only as the last lines: in the middle they are talk about phones. */
function findDeviceLineStart(lines: readonly Line[], from: number, to: number): number {
  let start = to
  for (let i = to - 1; i >= from; i -= 1) {
    const line = lines[i]
    if (!line || line.isQuoted) break
    if (isBlank(line) || isHorizontalRule(line)) continue
    if (!isDeviceLine(line.text)) break
    start = i
  }
  return start
}

/** A line of underscores, the name of a list, its address: what mailing list programs add. */
function findListFooterStart(lines: readonly Line[], from: number, to: number): number {
  for (let i = to - 1, seen = 0; i >= from && seen <= maxFooterLines; i -= 1) {
    const line = lines[i]
    if (!line || line.isQuoted) return to
    if (/^_{20,}$/.test(line.text.trim())) {
      const footer = lines.slice(i + 1, to).map((one) => one.text.slice(0, 400))
      const isList = footer.some((text) => /mailing ?list|mailman|listinfo|unsubscribe/i.test(text))
      return isList ? i : to
    }
    if (!isBlank(line)) seen += 1
  }
  return to
}
