import { findAttributionInLine } from './attribution-lines.ts'
import type { Line } from './line.ts'

/** A line and its exact source, line break included: joining the sources gives the text back. */
export type TextLine = Line & { source: string }

/** Splits plain text into lines; a line that holds the reply and "On … wrote:" becomes two. */
export function splitTextLines(text: string): TextLine[] {
  const lines: TextLine[] = []
  let from = 0
  while (from < text.length) {
    const next = findLineEnd(text, from)
    const source = text.slice(from, next)
    const line = source.replace(/[\r\n]+$/, '')
    const cut = isQuotedLine(line) ? 0 : findAttributionInLine(line)
    if (cut > 0) lines.push({ text: line.slice(0, cut), source: source.slice(0, cut), isQuoted: false })
    lines.push({ text: line.slice(cut), source: source.slice(cut), isQuoted: isQuotedLine(line) })
    from = next
  }
  return lines
}

export function isQuotedLine(line: string): boolean {
  return /^\s{0,3}(?:>|＞)/.test(line)
}

function findLineEnd(text: string, from: number): number {
  const at = text.slice(from, from + 100_000).search(/[\r\n]/)
  if (at < 0) return Math.min(text.length, from + 100_000)
  const end = from + at
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
}
