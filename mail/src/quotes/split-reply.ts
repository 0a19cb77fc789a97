import { parseHtml } from '../html/dom.ts'
import { classifyLines } from './classify-lines.ts'
import { type HtmlLine, htmlLines } from './html-lines.ts'
import type { LineKind } from './line.ts'
import { splitTextLines } from './text-lines.ts'

export type SplitReply = {
  visible_text: string
  quoted_text: string | null
  signature_text: string | null
  /** The mail passes on another one: nothing of it is quoted history. */
  is_forward: boolean
}

/**
 * Splits a mail into what its sender wrote now, the history under it and the signature. The HTML decides when
 * there is one, for it says more about quotes than text does. Takes time linear in the size of the mail.
 */
export function splitReply({ text, html }: { text: string; html: string | null }): SplitReply {
  const split = html === null || html.trim() === '' ? null : splitHtml(html)
  return split && (split.visible_text !== '' || text === '') ? split : splitText(text)
}

function splitText(text: string): SplitReply {
  const lines = splitTextLines(text)
  const { kinds, isForward: forward } = classifyLines(lines)
  const pick = (kind: LineKind) =>
    tidy(lines.flatMap((line, i) => (kinds[i] === kind ? [line.source] : [])).join(''))
  return toSplitReply(pick, forward)
}

function splitHtml(html: string): SplitReply {
  const lines = htmlLines(parseHtml(html))
  const { kinds, isForward: forward } = classifyLines(lines)
  const pick = (kind: LineKind) => tidy(joinLines(lines.filter((_, i) => kinds[i] === kind)))
  return toSplitReply(pick, forward)
}

function toSplitReply(pick: (kind: LineKind) => string, forward: boolean): SplitReply {
  return {
    visible_text: pick('visible'),
    quoted_text: pick('quote') || null,
    signature_text: pick('signature') || null,
    is_forward: forward,
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
