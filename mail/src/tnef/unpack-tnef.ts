import { generateFilename, safeFilename } from '../parse/filename.ts'
import type { ParsedAttachment } from '../types.ts'
import { parseTnef, type TnefFile } from './read-tnef.ts'

export type UnpackedAttachments = {
  attachments: ParsedAttachment[]
  text: string | null
  html: string | null
}

const isTnef = ({ content_type, filename }: ParsedAttachment) =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(content_type) || filename.toLowerCase() === 'winmail.dat'

/** Inserts the files of a winmail.dat before it and marks it as their container. Unreadable ones stay as they are. */
export function unpackTnef(attachments: ParsedAttachment[]): UnpackedAttachments {
  const unpacked: UnpackedAttachments = { attachments: [], text: null, html: null }
  for (const attachment of attachments) {
    const contents = isTnef(attachment) ? parseTnef(attachment.content) : null
    if (!contents) {
      unpacked.attachments.push(attachment)
      continue
    }
    unpacked.text ??= contents.text
    unpacked.html ??= contents.html
    unpacked.attachments.push(...contents.files.map(toAttachment), { ...attachment, tnef: 'container' })
  }
  return unpacked
}

function toAttachment(file: TnefFile, index: number): ParsedAttachment {
  const content_type = file.content_type?.toLowerCase() ?? 'application/octet-stream'
  return {
    filename: safeFilename(file.filename ?? '') ?? generateFilename(content_type, index + 1),
    content_type,
    content_id: file.content_id?.replace(/^<|>$/g, '') || null,
    disposition: file.content_id ? 'inline' : 'attachment',
    related: Boolean(file.content_id),
    content: file.content,
    size: file.content.length,
    tnef: 'content',
  }
}
