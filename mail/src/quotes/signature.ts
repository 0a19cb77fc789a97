import { isBlank, isHorizontalRule, type Line, nextNonBlank, normaliseHead } from './line.ts'
import { sentFromPhrases } from './phrases.ts'

/** More lines than this after "-- " are a letter that used dashes as a divider. */
const maxSignatureLines = 30
const maxFooterLines = 8

/**
 * Start of the signature in `lines[from, to)`, or `to` if there is none: after "-- " (RFC 3676 section 4.3), an
 * element marked by the client, "Sent from my phone", or a mailing list footer.
 */
export function findSignatureStart(lines: readonly Line[], from: number, to: number): number {
  // Text below a marked signature is written by the sender: an answer below the quote, a postscript.
  const lastOwnLine = findLastOwnLine(lines, from, to)
  let start = to
  for (let i = from; i < to; i += 1) {
    const line = lines[i]
    if (!line || line.isQuoted) continue
    if (line.hint === 'signature' ? i > lastOwnLine : startsSignature(lines, i, to, lastOwnLine)) {
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

function startsSignature(lines: readonly Line[], index: number, to: number, lastOwnLine: number): boolean {
  if (!isSignatureDelimiter(lines[index]?.text ?? '')) return false
  const next = nextNonBlank(lines, index + 1)
  return lines[next]?.hint === 'signature' ? next > lastOwnLine : isShortSignature(lines, index, to)
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

/** Stops counting at the limit, so that a mail of only "--" lines does not take quadratic time. */
function isShortSignature(lines: readonly Line[], from: number, to: number): boolean {
  let nonBlankCount = 0
  for (let i = from; i < to && nonBlankCount <= maxSignatureLines; i += 1) {
    const line = lines[i]
    if (line && !isBlank(line)) nonBlankCount += 1
  }
  return nonBlankCount <= maxSignatureLines
}

/** Device lines count only as the last lines; in the middle they are talk about phones. */
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

/** What mailing list software adds: a line of underscores, the name of the list, its address. */
function findListFooterStart(lines: readonly Line[], from: number, to: number): number {
  for (let i = to - 1, nonBlankCount = 0; i >= from && nonBlankCount <= maxFooterLines; i -= 1) {
    const line = lines[i]
    if (!line || line.isQuoted) return to
    if (/^_{20,}$/.test(line.text.trim())) {
      const footer = lines.slice(i + 1, to).map((line) => line.text.slice(0, 400))
      const isList = footer.some((text) => /mailing ?list|mailman|listinfo|unsubscribe/i.test(text))
      return isList ? i : to
    }
    if (!isBlank(line)) nonBlankCount += 1
  }
  return to
}
