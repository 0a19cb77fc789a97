import { decodeCharset } from './parse-charset.ts'
import { storable } from './parse-clean.ts'
import { unflow } from './parse-flowed.ts'
import { decodeTransfer } from './parse-transfer.ts'
import type { MimePart } from './parse-tree.ts'

/** A leaf that is no body text, and whether it stands inside multipart/related. */
export type AttachedPart = { part: MimePart; related: boolean }

export type Body = { text: string; html: string | null; attached: AttachedPart[] }

/** Sorts the leaves of a mail into its text, its HTML and what is attached, each in the order of the mail. */
export function readBody(root: MimePart): Body {
  const texts: string[] = []
  const htmls: string[] = []
  const attached: AttachedPart[] = []
  const hollow: MimePart[] = []
  const visit = (part: MimePart, related: boolean, alternative: boolean) => {
    const kind = part.type.value
    if (kind.startsWith('multipart/')) {
      if (part.parts.length === 0) hollow.push(part)
      for (const child of part.parts)
        visit(child, related || kind === 'multipart/related', kind === 'multipart/alternative')
    } else if (!isBodyText(part, alternative)) attached.push({ part, related })
    else if (kind === 'text/html') htmls.push(partText(part))
    else texts.push(partText(part))
  }
  visit(root, false, false)
  // A multipart that lost its boundaries still holds what somebody wrote; shown when there is nothing else to show.
  if (texts.length === 0 && htmls.length === 0)
    texts.push(...[...hollow, ...attached.map(({ part }) => part).filter(isInlineText)].map(partText))
  return {
    text: storable(texts.join('\n')),
    html: htmls.length > 0 ? storable(htmls.join('\n')) : null,
    attached,
  }
}

/**
 * Body text is plain or HTML text that is neither declared an attachment nor given a file name. One version of a
 * multipart/alternative is body text even with a name.
 */
function isBodyText(part: MimePart, alternative: boolean): boolean {
  if (part.type.value !== 'text/plain' && part.type.value !== 'text/html') return false
  if (part.disposition.value === 'attachment') return false
  return alternative || !part.disposition.parameters.has('filename')
}

/** A plain text file that the sender meant to be read in place; it stays an attachment as well. */
const isInlineText = (part: MimePart) =>
  part.type.value === 'text/plain' && part.disposition.value === 'inline'

/** A text part as text: transfer encoding and charset undone, line ends as \n, flowed lines joined. */
export function partText(part: MimePart): string {
  const bytes = decodeTransfer(part.body, part.transferEncoding)
  const text = decodeCharset(bytes, part.type.parameters.get('charset') ?? null)
    .replace(/\r\n?/g, '\n')
    .replace(/^\ufeff/, '')
  const flowed =
    part.type.value === 'text/plain' && part.type.parameters.get('format')?.toLowerCase() === 'flowed'
  return flowed ? unflow(text, part.type.parameters.get('delsp')?.toLowerCase() === 'yes') : text
}
