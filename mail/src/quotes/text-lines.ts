import { findAttributionInLine } from './attribution-lines.ts'
import type { Line } from './line.ts'

/** A line and its exact source, including the line break. Joining the sources yields the original text. */
export type TextLine = Line & { source: string }

/** Splits plain text into lines. A line that contains both the reply and "On … wrote:" becomes two. */
export function splitTextLines(text: string): TextLine[] {
  const lines: TextLine[] = []
  let from = 0
  while (from < text.length) {
    const next = findLineEnd(text, from)
    const source = text.slice(from, next)
    const line = source.replace(/[\r\n]+$/, '')
    const attributionStart = isQuotedLine(line) ? 0 : findAttributionInLine(line)
    if (attributionStart > 0)
      lines.push({
        text: line.slice(0, attributionStart),
        source: source.slice(0, attributionStart),
        isQuoted: false,
      })
    lines.push({
      text: line.slice(attributionStart),
      source: source.slice(attributionStart),
      isQuoted: isQuotedLine(line),
    })
    from = next
  }
  return lines
}

export function isQuotedLine(line: string): boolean {
  return /^\s{0,3}(?:>|＞)/.test(line)
}

function findLineEnd(text: string, from: number): number {
  const newlineAt = text.slice(from, from + 100_000).search(/[\r\n]/)
  if (newlineAt < 0) return Math.min(text.length, from + 100_000)
  const end = from + newlineAt
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
}
