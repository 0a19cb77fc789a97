import { attributionWithin } from './quotes-attribution.ts'
import type { Line } from './quotes-line.ts'

/** A line and its exact source, line break included: joining the sources gives the text back. */
export type TextLine = Line & { source: string }

/** Splits plain text into lines; a line that holds the reply and "On … wrote:" becomes two. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = []
  let from = 0
  while (from < text.length) {
    const next = lineEnd(text, from)
    const source = text.slice(from, next)
    const line = source.replace(/[\r\n]+$/, '')
    const cut = isQuotedText(line) ? 0 : attributionWithin(line)
    if (cut > 0) lines.push({ text: line.slice(0, cut), source: source.slice(0, cut), quoted: false })
    lines.push({ text: line.slice(cut), source: source.slice(cut), quoted: isQuotedText(line) })
    from = next
  }
  return lines
}

export function isQuotedText(line: string): boolean {
  return /^\s{0,3}(?:>|＞)/.test(line)
}

function lineEnd(text: string, from: number): number {
  const at = text.slice(from, from + 100_000).search(/[\r\n]/)
  if (at < 0) return Math.min(text.length, from + 100_000)
  const end = from + at
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
}
