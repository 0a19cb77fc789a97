/** A line of a mail as its reader sees it, from plain text or HTML. */
export type Line = {
  text: string
  /** Inside `>` or a blockquote. */
  isQuoted: boolean
  /** Hint from the surrounding HTML. Without one, the text decides. */
  hint?: LineHint
}

export type LineHint = 'attribution' | 'header' | 'signature' | 'rule'

export type LineKind = 'visible' | 'quote' | 'signature'

/** Longer lines are prose or data. Looking only at their head keeps every rule linear on hostile input. */
const maxHeadLength = 400

// Mail clients put direction marks, zero-width spaces and non-breaking spaces between words.
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g

/**
 * Normalises the head of a line for comparison with our phrases: lower-case, single spaces, no invisible characters.
 */
export function normaliseHead(text: string): string {
  const head = text.slice(0, maxHeadLength)
  // Most lines are plain already, and testing takes a tenth of the time of replacing.
  if (isAscii(head))
    return (repeatedWhitespace.test(head) ? head.replace(/\s+/g, ' ') : head).trim().toLowerCase()
  const single = head.replace(invisible, '').replace(/\s+/g, ' ').trim()
  // "İ" becomes "i" and a combining dot.
  return single.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)
const repeatedWhitespace = /\s\s|[\t-\r]/

const heads = new WeakMap<Line, string>()

/** The normalised head of a line, cached because every rule needs it. */
export function headOf(line: Line): string {
  const cached = heads.get(line)
  if (cached !== undefined) return cached
  const head = normaliseHead(line.text)
  heads.set(line, head)
  return head
}

export function isBlank(line: Line): boolean {
  return !/[^\s\u200b-\u200f\ufeff\u00ad\u2060]/.test(line.text)
}

/** A line of only dashes, underscores or similar, or an `<hr>`. */
export function isHorizontalRule(line: Line): boolean {
  if (line.hint === 'rule') return true
  const text = line.text.trim()
  return text.length >= 5 && text.length <= maxHeadLength && /^[-_=*─━—–]+$/.test(text)
}

export function nextNonBlank(lines: readonly Line[], from: number): number {
  let index = from
  for (let line = lines[index]; line && isBlank(line) && line.hint !== 'rule'; line = lines[index]) index += 1
  return index
}

/** Builds one pattern for a list of phrases. The lists are ours, so no pattern backtracks. */
export function phrasePattern(words: readonly string[], wholeWords = true): RegExp {
  const longestFirst = [...words].sort((a, b) => b.length - a.length).map(escapeRegExp)
  const either = `(?:${longestFirst.join('|')})`
  return new RegExp(wholeWords ? `(?<![\\p{L}\\p{N}])${either}(?![\\p{L}\\p{N}])` : either, 'u')
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
