import { messageIds } from '../headers.ts'
import { latin1 } from '../parse/charset.ts'
import { decodedValue, parseHeaderBlock } from '../parse/header-block.ts'
import type { ParsedMail } from '../types.ts'

const returnedTypes = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
  'message/rfc822-headers',
])

/**
 * The Message-ID of the returned mail: from the attached mail or its headers, else from a copy in the text, else from
 * the report's In-Reply-To.
 */
export function findOriginalMessageId(mail: ParsedMail): string | null {
  for (const { content_type, content } of mail.attachments) {
    const id = returnedTypes.has(content_type) ? readMessageId(content) : null
    if (id) return id
  }
  return findMessageIdInText(mail.text) ?? mail.in_reply_to[0] ?? null
}

function readMessageId(content: Uint8Array): string | null {
  const { fields } = parseHeaderBlock(content, 0, content.length)
  const field = fields.find(({ name }) => name === 'message-id')
  // Some servers indent or frame the copy, so it is no longer a header block.
  return field
    ? (messageIds(decodedValue(field, null))[0] ?? null)
    : findMessageIdInText(latin1(content.subarray(0, 64 * 1024)))
}

const findMessageIdInText = (text: string): string | null =>
  /^[ \t>]*message-id:\s*<([^<>\s]{1,500})>/im.exec(text)?.[1] ?? null
