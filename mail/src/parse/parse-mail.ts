import { messageIds } from '../headers.ts'
import { unpackTnef } from '../tnef/unpack-tnef.ts'
import { type Address, MailRefusedError, type ParsedMail } from '../types.ts'
import { parseAddresses } from './address-header.ts'
import { readAttachments } from './attachments.ts'
import { readBody } from './body.ts'
import { parseDate } from './date-header.ts'
import { decodedValue, type HeaderField, rawValue } from './header-block.ts'
import { type MimePart, parseMimeTree } from './mime-tree.ts'
import { toStorableText } from './storable-text.ts'

const deliveredToHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to']

/**
 * Parses the bytes of a mail. Broken mail is read as far as possible, with the damage listed in `defects`.
 * @throws MailRefusedError for a mail that exceeds the limits of mime-tree.ts or breaks the parser
 */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  try {
    return parseMailSync(raw)
  } catch (error) {
    if (error instanceof MailRefusedError) throw error
    throw new MailRefusedError('unreadable', `The mail could not be read: ${error}`, { cause: error })
  }
}

function parseMailSync(raw: Uint8Array): ParsedMail {
  const { root, defects } = parseMimeTree(raw)
  const hint = findCharsetHint(root)
  const fields = (name: string) => root.fields.filter((field) => field.name === name)
  const addresses = (name: string): Address[] =>
    fields(name).flatMap((field) => parseAddresses(rawValue(field, hint)))
  // A second From is forged or broken (RFC 5322 section 3.6 allows one); other mail clients show the first.
  const firstOf = (name: string): Address[] => {
    const [field] = fields(name)
    return field ? parseAddresses(rawValue(field, hint)) : []
  }
  const ids = (name: string): string[] =>
    fields(name).flatMap((field) => messageIds(decodedValue(field, hint)))
  const body = readBody(root)
  const unpacked = unpackTnef(readAttachments(body.attachments))
  // The body inside a winmail.dat is used only if the mail itself has none.
  const hasText = body.text.trim() !== '' || body.html !== null
  return {
    message_id: readMessageId(fields('message-id'), hint),
    in_reply_to: ids('in-reply-to'),
    references: ids('references'),
    date: parseDate(decodeFirst(fields('date'), hint)),
    subject: decodeFirst(fields('subject'), hint),
    from: firstOf('from'),
    sender: firstOf('sender'),
    reply_to: addresses('reply-to'),
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    delivered_to: deliveredToHeaders.flatMap(addresses),
    text: hasText ? body.text : toStorableText(unpacked.text ?? body.text),
    html: hasText ? body.html : unpacked.html && toStorableText(unpacked.html),
    attachments: unpacked.attachments,
    headers: root.fields.map((field) => ({ name: field.name, value: decodedValue(field, hint) })),
    defects: [...new Set(defects)],
  }
}

const decodeFirst = ([field]: HeaderField[], hint: string | null) => (field ? decodedValue(field, hint) : '')

function readMessageId(fields: HeaderField[], hint: string | null): string | null {
  const value = decodeFirst(fields, hint)
  return messageIds(value)[0] ?? (value.replace(/[<>\s]/g, '') || null)
}

/** The likely charset of undeclared 8-bit headers: the one that the first text part declares. */
function findCharsetHint(part: MimePart): string | null {
  const charset = part.type.parameters.get('charset')
  if (charset) return charset
  for (const child of part.parts) {
    const childCharset = findCharsetHint(child)
    if (childCharset) return childCharset
  }
  return null
}
