/** One line of a mail as its reader sees it, from plain text or from HTML. */
export type Line = {
  text: string
  /** Inside `>` or a blockquote. */
  isQuoted: boolean
  /** What the HTML around the line says about it; the words decide when there is none. */
  hint?: LineHint
}

export type LineHint = 'attribution' | 'header' | 'signature' | 'rule'

export type LineKind = 'visible' | 'quote' | 'signature'

/** Longer lines are prose or data; looking at their head only keeps every rule linear on hostile input. */
const maxHeadLength = 400

// Mail programs put direction marks, zero-width spaces and non-breaking spaces between the words.
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g

/** The head of a line, lower-case and single-spaced, without invisible characters: for comparing with our words. */
export function normaliseHead(text: string): string {
  const head = text.slice(0, maxHeadLength)
  // Most lines are plain already, and looking takes a tenth of replacing.
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

/** plainHead() of a line, which every rule asks for. */
export function headOf(line: Line): string {
  const known = heads.get(line)
  if (known !== undefined) return known
  const head = normaliseHead(line.text)
  heads.set(line, head)
  return head
}

export function isBlank(line: Line): boolean {
  return !/[^\s\u200b-\u200f\ufeff\u00ad\u2060]/.test(line.text)
}

/** A line of nothing but dashes, underscores or the like, and `<hr>`. */
export function isHorizontalRule(line: Line): boolean {
  if (line.hint === 'rule') return true
  const text = line.text.trim()
  return text.length >= 5 && text.length <= maxHeadLength && /^[-_=*─━—–]+$/.test(text)
}

export function nextNonBlank(lines: readonly Line[], from: number): number {
  let at = from
  for (let line = lines[at]; line && isBlank(line) && line.hint !== 'rule'; line = lines[at]) at += 1
  return at
}

/** One pattern for a list of words; the lists are ours, so nothing in them backtracks. */
export function phrasePattern(words: readonly string[], edges = true): RegExp {
  const longestFirst = [...words].sort((a, b) => b.length - a.length).map(escapeRegExp)
  const either = `(?:${longestFirst.join('|')})`
  return new RegExp(edges ? `(?<![\\p{L}\\p{N}])${either}(?![\\p{L}\\p{N}])` : either, 'u')
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
