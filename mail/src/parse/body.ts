import { escapeHtml } from '../html/escape-html.ts'
import { decodeCharset } from './charset.ts'
import { decodeFlowed } from './format-flowed.ts'
import type { MimePart } from './mime-tree.ts'
import { toStorableText } from './storable-text.ts'
import { decodeTransferEncoding } from './transfer-encoding.ts'

/** A leaf part that is not body text, and whether it is inside multipart/related. */
export type AttachmentPart = { part: MimePart; related: boolean }

export type Body = { text: string; html: string | null; attachments: AttachmentPart[] }

/**
 * Sorts the leaf parts of a mail into text, HTML and attachments, each in mail order. If there is HTML, it contains
 * the whole body, including text parts without an HTML alternative (Apple Mail between images, mailing list footers).
 */
export function readBody(root: MimePart): Body {
  const leaves = collectLeaves(root, { related: false, isAlternative: false, hasHtmlAlternative: false })
  const attachments = leaves.filter(({ part, isAlternative }) => !isBodyText(part, isAlternative))
  const body = leaves.filter(({ part, isAlternative }) => isBodyText(part, isAlternative)).map(toBodyPart)
  const visible = body.length > 0 ? body : leaves.filter(isFallbackBody).map(toBodyPart)
  const hasHtml = visible.some(({ isHtml }) => isHtml)
  return {
    text: toStorableText(joinContent(visible.filter(({ isHtml }) => !isHtml))),
    html: hasHtml
      ? toStorableText(
          joinContent(visible.filter(({ hasHtmlAlternative }) => !hasHtmlAlternative).map(textPartToHtml)),
        )
      : null,
    attachments: attachments.filter(({ part }) => !isMultipart(part)),
  }
}

type Leaf = {
  part: MimePart
  related: boolean
  /** One alternative of a multipart/alternative. */
  isAlternative: boolean
  /** The multipart/alternative also contains an HTML version of this text. */
  hasHtmlAlternative: boolean
}

const isMultipart = ({ type }: MimePart) => type.value.startsWith('multipart/')

function collectLeaves(part: MimePart, position: Omit<Leaf, 'part'>): Leaf[] {
  if (part.parts.length === 0) return [{ ...position, part }]
  const isAlternative = part.type.value === 'multipart/alternative'
  const related = position.related || part.type.value === 'multipart/related'
  const isHtmlBeside = isAlternative && part.parts.some(containsHtml)
  return part.parts.flatMap((child) =>
    collectLeaves(child, {
      related,
      isAlternative,
      hasHtmlAlternative: position.hasHtmlAlternative || (isHtmlBeside && !containsHtml(child)),
    }),
  )
}

const containsHtml = (part: MimePart): boolean =>
  part.parts.length > 0
    ? part.parts.some(containsHtml)
    : part.type.value === 'text/html' && isBodyText(part, true)

type BodyPart = { isHtml: boolean; hasHtmlAlternative: boolean; content: string }

const toBodyPart = ({ part, hasHtmlAlternative }: Leaf): BodyPart => ({
  isHtml: part.type.value === 'text/html',
  hasHtmlAlternative,
  content: decodePartText(part),
})

const joinContent = (parts: BodyPart[]) => parts.map(({ content }) => content).join('\n')

function textPartToHtml(part: BodyPart): BodyPart {
  if (part.isHtml || part.content.trim() === '') return part
  const escaped = escapeHtml(part.content.trim())
  return { ...part, content: `<p>${escaped.replaceAll('\n', '<br>\n')}</p>` }
}

/**
 * Used if there is no other body: the content of a multipart without boundaries, or an inline plain text file (which
 * also stays an attachment).
 */
const isFallbackBody = ({ part }: Leaf) =>
  isMultipart(part) || (part.type.value === 'text/plain' && part.disposition.value === 'inline')

/**
 * Body text is plain or HTML text that is neither declared an attachment nor has a file name. Inside
 * multipart/alternative, a file name does not matter.
 */
function isBodyText(part: MimePart, isAlternative: boolean): boolean {
  if (part.type.value !== 'text/plain' && part.type.value !== 'text/html') return false
  if (part.disposition.value === 'attachment') return false
  return isAlternative || !part.disposition.parameters.has('filename')
}

/** Decodes a text part: transfer encoding, charset, line ends as LF, format=flowed. */
export function decodePartText(part: MimePart): string {
  const bytes = decodeTransferEncoding(part.body, part.transferEncoding)
  const text = decodeCharset(bytes, part.type.parameters.get('charset') ?? null)
    .replace(/\r\n?/g, '\n')
    .replace(/^\ufeff/, '')
  const flowed =
    part.type.value === 'text/plain' && part.type.parameters.get('format')?.toLowerCase() === 'flowed'
  return flowed ? decodeFlowed(text, part.type.parameters.get('delsp')?.toLowerCase() === 'yes') : text
}
