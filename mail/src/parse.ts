import { parseAddresses } from './address.ts'
import { messageIds } from './headers.ts'
import { readAttachments } from './parse-attachments.ts'
import { readBody } from './parse-body.ts'
import { storable } from './parse-clean.ts'
import { parseDate } from './parse-date.ts'
import { decodedValue, type HeaderField, rawValue } from './parse-header-block.ts'
import { unpackTnef } from './parse-tnef.ts'
import { type MimePart, readTree } from './parse-tree.ts'
import { type Address, MailRefused, type ParsedMail } from './types.ts'

const deliveredTo = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to']

/**
 * A mail's bytes as data. Broken mail is read as far as it makes sense, with the damage listed in `defects`.
 * @throws MailRefused for a mail that exceeds the limits of parse-tree.ts, or that nobody foresaw
 */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  try {
    return readMail(raw)
  } catch (error) {
    if (error instanceof MailRefused) throw error
    throw new MailRefused('unreadable', `The mail could not be read: ${error}`, { cause: error })
  }
}

function readMail(raw: Uint8Array): ParsedMail {
  const { root, defects } = readTree(raw)
  const hint = charsetHint(root)
  const fields = (name: string) => root.fields.filter((field) => field.name === name)
  const addresses = (name: string): Address[] =>
    fields(name).flatMap((field) => parseAddresses(rawValue(field, hint)))
  // A second From is forged or broken (RFC 5322 section 3.6 allows one); the first is what other readers show.
  const firstOf = (name: string): Address[] => {
    const [field] = fields(name)
    return field ? parseAddresses(rawValue(field, hint)) : []
  }
  const ids = (name: string): string[] =>
    fields(name).flatMap((field) => messageIds(decodedValue(field, hint)))
  const body = readBody(root)
  const unpacked = unpackTnef(readAttachments(body.attached))
  // The body inside a winmail.dat is the only one where the sender's gateway left no text beside it.
  const hasText = body.text.trim() !== '' || body.html !== null
  return {
    message_id: ownId(fields('message-id'), hint),
    in_reply_to: ids('in-reply-to'),
    references: ids('references'),
    date: parseDate(decoded(fields('date'), hint)),
    subject: decoded(fields('subject'), hint),
    from: firstOf('from'),
    sender: firstOf('sender'),
    reply_to: addresses('reply-to'),
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    delivered_to: deliveredTo.flatMap(addresses),
    text: hasText ? body.text : storable(unpacked.text ?? body.text),
    html: hasText ? body.html : unpacked.html && storable(unpacked.html),
    attachments: unpacked.attachments,
    headers: root.fields.map((field) => ({ name: field.name, value: decodedValue(field, hint) })),
    defects: [...new Set(defects)],
  }
}

const decoded = ([field]: HeaderField[], hint: string | null) => (field ? decodedValue(field, hint) : '')

function ownId(fields: HeaderField[], hint: string | null): string | null {
  const value = decoded(fields, hint)
  return messageIds(value)[0] ?? (value.replace(/[<>\s]/g, '') || null)
}

/** What undeclared 8-bit headers are most likely written in: the charset that the first text part declares. */
function charsetHint(part: MimePart): string | null {
  const own = part.type.parameters.get('charset')
  if (own) return own
  for (const child of part.parts) {
    const found = charsetHint(child)
    if (found) return found
  }
  return null
}
