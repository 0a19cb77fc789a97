import type { AttachedPart } from './parse-body.ts'
import { storable } from './parse-clean.ts'
import { inventFilename, safeFilename } from './parse-filename.ts'
import { rawValue } from './parse-header-block.ts'
import { decodeTransfer } from './parse-transfer.ts'
import type { MimePart } from './parse-tree.ts'
import type { ParsedAttachment } from './types.ts'

export function readAttachments(attached: AttachedPart[]): ParsedAttachment[] {
  return attached.map(({ part, related }, index) => readAttachment(part, related, index + 1))
}

function readAttachment(part: MimePart, related: boolean, position: number): ParsedAttachment {
  const content = decodeTransfer(part.body, part.transferEncoding)
  const content_type = storable(part.type.value)
  const content_id = contentId(part)
  return {
    filename: declaredName(part) ?? inventFilename(content_type, position),
    content_type,
    content_id,
    disposition: part.disposition.value === 'inline' || (related && content_id) ? 'inline' : 'attachment',
    related,
    content,
    size: content.length,
    tnef: null,
  }
}

function declaredName(part: MimePart): string | null {
  const name = part.disposition.parameters.get('filename') ?? part.type.parameters.get('name')
  return name === undefined ? null : safeFilename(storable(name))
}

function contentId(part: MimePart): string | null {
  const field = part.fields.find(({ name }) => name === 'content-id')
  const value = field ? storable(rawValue(field, null)).replace(/^<|>$/g, '').trim() : ''
  return value === '' ? null : value
}
