import { isBlank, isRule, type Line, nextFilled, plainHead } from './quotes-line.ts'
import { sentFromWords } from './quotes-words.ts'

/** Behind "-- " more lines than these are a letter that used dashes as a divider. */
const mostSignatureLines = 30
const mostFooterLines = 8

/**
 * Where the signature of `lines[from, to)` begins, or `to`: behind "-- " (RFC 3676 section 4.3), from an element
 * that the program marked, "Sent from my phone", or the footer of a mailing list.
 */
export function signatureStart(lines: readonly Line[], from: number, to: number): number {
  // Text below a marked signature is the sender's again: an answer under the quote, a postscript.
  const lastOwn = lastOwnLine(lines, from, to)
  let start = to
  for (let i = from; i < to; i += 1) {
    const line = lines[i]
    if (!line || line.quoted) continue
    if (line.hint === 'signature' ? i > lastOwn : marksSignature(lines, i, to, lastOwn)) {
      start = i
      break
    }
  }
  return footerStart(lines, from, deviceStart(lines, from, start))
}

/** "Sent from my iPhone", "Get Outlook for iOS". */
export function isDeviceLine(text: string): boolean {
  const head = plainHead(text).replace(/^[*_\-–—>\s[]+/, '')
  if (head.length > 120 || head.length === 0 || /[:：]$/.test(head)) return false
  return sentFromWords.some((words) => head.startsWith(words)) || /\p{L}+'?[dt][ae]n gönderildi$/u.test(head)
}

function isSignatureMark(text: string): boolean {
  return /^\s?--[ \u00a0]?\s*$/.test(text)
}

function marksSignature(lines: readonly Line[], at: number, to: number, lastOwn: number): boolean {
  if (!isSignatureMark(lines[at]?.text ?? '')) return false
  const next = nextFilled(lines, at + 1)
  return lines[next]?.hint === 'signature' ? next > lastOwn : isShort(lines, at, to)
}

function lastOwnLine(lines: readonly Line[], from: number, to: number): number {
  for (let i = to - 1; i >= from; i -= 1) {
    const line = lines[i]
    if (line && isOwn(line)) return i
  }
  return from - 1
}

function isOwn(line: Line): boolean {
  return line.hint !== 'signature' && !isBlank(line) && !isRule(line) && !isDeviceLine(line.text)
}

/** Stops counting at the limit, so that a mail of nothing but "--" lines costs no square of its length. */
function isShort(lines: readonly Line[], from: number, to: number): boolean {
  let filled = 0
  for (let i = from; i < to && filled <= mostSignatureLines; i += 1) {
    const line = lines[i]
    if (line && !isBlank(line)) filled += 1
  }
  return filled <= mostSignatureLines
}

/** Device lines count only as the last lines: in the middle they are talk about phones. */
function deviceStart(lines: readonly Line[], from: number, to: number): number {
  let start = to
  for (let i = to - 1; i >= from; i -= 1) {
    const line = lines[i]
    if (!line || line.quoted) break
    if (isBlank(line) || isRule(line)) continue
    if (!isDeviceLine(line.text)) break
    start = i
  }
  return start
}

/** A line of underscores, the name of a list, its address: what mailing list programs add. */
function footerStart(lines: readonly Line[], from: number, to: number): number {
  for (let i = to - 1, seen = 0; i >= from && seen <= mostFooterLines; i -= 1) {
    const line = lines[i]
    if (!line || line.quoted) return to
    if (/^_{20,}$/.test(line.text.trim())) {
      const footer = lines.slice(i + 1, to).map((one) => one.text.slice(0, 400))
      const isList = footer.some((text) => /mailing ?list|mailman|listinfo|unsubscribe/i.test(text))
      return isList ? i : to
    }
    if (!isBlank(line)) seen += 1
  }
  return to
}
