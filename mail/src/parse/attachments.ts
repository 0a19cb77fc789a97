import type { ParsedAttachment } from '../types.ts'
import type { AttachmentPart } from './body.ts'
import { generateFilename, safeFilename } from './filename.ts'
import { rawValue } from './header-block.ts'
import type { MimePart } from './mime-tree.ts'
import { toStorableText } from './storable-text.ts'
import { decodeTransferEncoding } from './transfer-encoding.ts'

export function readAttachments(attached: AttachmentPart[]): ParsedAttachment[] {
  return attached.map(({ part, related }, index) => readAttachment(part, related, index + 1))
}

function readAttachment(part: MimePart, related: boolean, position: number): ParsedAttachment {
  const content = decodeTransferEncoding(part.body, part.transferEncoding)
  const content_type = toStorableText(part.type.value)
  const content_id = readContentId(part)
  return {
    filename: declaredFilename(part) ?? generateFilename(content_type, position),
    content_type,
    content_id,
    disposition: part.disposition.value === 'inline' || (related && content_id) ? 'inline' : 'attachment',
    related,
    content,
    size: content.length,
    tnef: null,
  }
}

function declaredFilename(part: MimePart): string | null {
  const name = part.disposition.parameters.get('filename') ?? part.type.parameters.get('name')
  return name === undefined ? null : safeFilename(toStorableText(name))
}

function readContentId(part: MimePart): string | null {
  const field = part.fields.find(({ name }) => name === 'content-id')
  const value = field ? toStorableText(rawValue(field, null)).replace(/^<|>$/g, '').trim() : ''
  return value === '' ? null : value
}
