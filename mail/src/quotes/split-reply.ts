import { parseHtml } from '../html/dom.ts'
import { classifyLines } from './classify-lines.ts'
import { type HtmlLine, htmlLines } from './html-lines.ts'
import type { LineKind } from './line.ts'
import { splitTextLines } from './text-lines.ts'

export type SplitReply = {
  visible_text: string
  quoted_text: string | null
  signature_text: string | null
  /** The mail forwards another one, so none of it is quoted history. */
  is_forward: boolean
}

/**
 * Splits a mail into the new text, the quoted history and the signature. The HTML takes precedence, since it says
 * more about quotes than text does. Linear time.
 */
export function splitReply({ text, html }: { text: string; html: string | null }): SplitReply {
  const split = html === null || html.trim() === '' ? null : splitHtml(html)
  return split && (split.visible_text !== '' || text === '') ? split : splitText(text)
}

function splitText(text: string): SplitReply {
  const lines = splitTextLines(text)
  const { kinds, isForward } = classifyLines(lines)
  const pick = (kind: LineKind) =>
    tidy(lines.flatMap((line, i) => (kinds[i] === kind ? [line.source] : [])).join(''))
  return toSplitReply(pick, isForward)
}

function splitHtml(html: string): SplitReply {
  const lines = htmlLines(parseHtml(html))
  const { kinds, isForward } = classifyLines(lines)
  const pick = (kind: LineKind) => tidy(joinLines(lines.filter((_, i) => kinds[i] === kind)))
  return toSplitReply(pick, isForward)
}

function toSplitReply(pick: (kind: LineKind) => string, isForward: boolean): SplitReply {
  return {
    visible_text: pick('visible'),
    quoted_text: pick('quote') || null,
    signature_text: pick('signature') || null,
    is_forward: isForward,
  }
}

function joinLines(lines: readonly HtmlLine[]): string {
  return lines.map((line, i) => (line.hasGapAbove && i > 0 ? `\n${line.text}` : line.text)).join('\n')
}

function tidy(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}
