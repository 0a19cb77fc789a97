import { decodeCharset } from './charset.ts'
import { decodeFlowed } from './format-flowed.ts'
import type { MimePart } from './mime-tree.ts'
import { toStorableText } from './storable-text.ts'
import { decodeTransferEncoding } from './transfer-encoding.ts'

/** A leaf that is no body text, and whether it stands inside multipart/related. */
export type AttachmentPart = { part: MimePart; related: boolean }

export type Body = { text: string; html: string | null; attachments: AttachmentPart[] }

/**
 * Sorts the leaves of a mail into its text, its HTML and what is attached, each in the order of the mail. When there is
 * HTML, it is the whole body: text parts that no HTML version stands for (Apple Mail between pictures, footers of
 * mailing lists) are in it too.
 */
export function readBody(root: MimePart): Body {
  const leaves = collectLeaves(root, { related: false, isAlternative: false, hasHtmlAlternative: false })
  const attached = leaves.filter(({ part, isAlternative: alternative }) => !isBodyText(part, alternative))
  const body = leaves
    .filter(({ part, isAlternative: alternative }) => isBodyText(part, alternative))
    .map(toBodyPart)
  const shown = body.length > 0 ? body : leaves.filter(isFallbackBody).map(toBodyPart)
  const hasHtml = shown.some(({ isHtml }) => isHtml)
  return {
    text: toStorableText(joinContent(shown.filter(({ isHtml }) => !isHtml))),
    html: hasHtml
      ? toStorableText(
          joinContent(shown.filter(({ hasHtmlAlternative: replaced }) => !replaced).map(textPartToHtml)),
        )
      : null,
    attachments: attached.filter(({ part }) => !isMultipart(part)),
  }
}

type Leaf = {
  part: MimePart
  related: boolean
  /** It is one version of a multipart/alternative. */
  isAlternative: boolean
  /** An HTML version of the same text stands beside it. */
  hasHtmlAlternative: boolean
}

const isMultipart = ({ type }: MimePart) => type.value.startsWith('multipart/')

function collectLeaves(part: MimePart, place: Omit<Leaf, 'part'>): Leaf[] {
  if (part.parts.length === 0) return [{ ...place, part }]
  const alternative = part.type.value === 'multipart/alternative'
  const related = place.related || part.type.value === 'multipart/related'
  const isHtmlBeside = alternative && part.parts.some(containsHtml)
  return part.parts.flatMap((child) =>
    collectLeaves(child, {
      related,
      isAlternative: alternative,
      hasHtmlAlternative: place.hasHtmlAlternative || (isHtmlBeside && !containsHtml(child)),
    }),
  )
}

const containsHtml = (part: MimePart): boolean =>
  part.parts.length > 0
    ? part.parts.some(containsHtml)
    : part.type.value === 'text/html' && isBodyText(part, true)

type BodyPart = { isHtml: boolean; hasHtmlAlternative: boolean; content: string }

const toBodyPart = ({ part, hasHtmlAlternative: replaced }: Leaf): BodyPart => ({
  isHtml: part.type.value === 'text/html',
  hasHtmlAlternative: replaced,
  content: decodePartText(part),
})

const joinContent = (parts: BodyPart[]) => parts.map(({ content }) => content).join('\n')

function textPartToHtml(part: BodyPart): BodyPart {
  if (part.isHtml || part.content.trim() === '') return part
  const escaped = part.content.trim().replace(/[&<>]/g, (character) => entities[character] ?? '')
  return { ...part, content: `<p>${escaped.replaceAll('\n', '<br>\n')}</p>` }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Shown when there is nothing else to show: what stands in a multipart that lost its boundaries, and a plain text file
 * that the sender meant to be read in place (it stays an attachment as well).
 */
const isFallbackBody = ({ part }: Leaf) =>
  isMultipart(part) || (part.type.value === 'text/plain' && part.disposition.value === 'inline')

/**
 * Body text is plain or HTML text that is neither declared an attachment nor given a file name. One version of a
 * multipart/alternative is body text even with a name.
 */
function isBodyText(part: MimePart, alternative: boolean): boolean {
  if (part.type.value !== 'text/plain' && part.type.value !== 'text/html') return false
  if (part.disposition.value === 'attachment') return false
  return alternative || !part.disposition.parameters.has('filename')
}

/** A text part as text: transfer encoding and charset undone, line ends as \n, flowed lines joined. */
export function decodePartText(part: MimePart): string {
  const bytes = decodeTransferEncoding(part.body, part.transferEncoding)
  const text = decodeCharset(bytes, part.type.parameters.get('charset') ?? null)
    .replace(/\r\n?/g, '\n')
    .replace(/^\ufeff/, '')
  const flowed =
    part.type.value === 'text/plain' && part.type.parameters.get('format')?.toLowerCase() === 'flowed'
  return flowed ? decodeFlowed(text, part.type.parameters.get('delsp')?.toLowerCase() === 'yes') : text
}
