import { createHash, randomUUID } from 'node:crypto'
import { type Classification, classifyMail } from '@parley/mail/classify'
import { findToken, type TokenKey, type VerifiedToken } from '@parley/mail/conversation-token'
import { headerValue, headerValues } from '@parley/mail/headers'
import { parseMail } from '@parley/mail/parse/parse-mail'
import { foldQuotes } from '@parley/mail/quotes/fold-quotes'
import { splitReply } from '@parley/mail/quotes/split-reply'
import { sanitiseHtml } from '@parley/mail/sanitise/sanitise-html'
import { type JoinKey, listJoinKeys, listThreadIds } from '@parley/mail/threading'
import type { Address, ParsedAttachment, ParsedMail } from '@parley/mail/types'
import { textToHtml } from './text-to-html.ts'

export type MailPart = Omit<ParsedAttachment, 'related' | 'content_id'> & {
  /** Chosen here, so that the text can point to /uploads/<uuid> before anything is stored. */
  uuid: string
  content_id: string
}

/** A mail as the ledger's reader needs it: plain data that crosses threads. */
export type IncomingMail = Pick<
  ParsedMail,
  'date' | 'subject' | 'from' | 'sender' | 'reply_to' | 'to' | 'cc'
> & {
  /** As in the mail, but at most 500 characters; longer ones are named by their hash. Null when it has none. */
  message_id: string | null
  /** What a second copy of this mail has too: its Message-ID, or one made from sender, date and subject. */
  source_id: string | null
  /** Of what the mail says (text, HTML, attachments), whichever way it came. */
  body_hash: Uint8Array
  join_keys: JoinKey[]
  seen_ids: string[]
  /** Set when the Message-ID is one that we gave. */
  own_token: VerifiedToken | null
  /** The first of X-Original-From and X-Original-Sender: whom a mailing group wrote itself over. */
  original_from: Address[]
  return_path: string
  /** The newest Authentication-Results header, which the mail server of a mailbox adds. */
  authentication_results: string | null
  classification: Classification
  /** Sanitised and folded. */
  content: string
  raw_content: string
  /** What the sender wrote now comes first, then the quoted history and the signature. */
  text_content: string
  /** What is new in it, without history and signature; "" when that cannot be told. */
  preview: string
  remote_images: number
  complex: boolean
  parts: MailPart[]
  defects: string[]
}

export type ReadMailOptions = { keys: TokenKey[]; recipients: string[] }

/** Longer texts are cut for search and previews; the raw mail keeps them whole. In characters. */
const maxTextLength = 200_000

/** Everything about a mail that follows from its bytes alone. @throws MailRefused */
export async function readIncomingMail(
  raw: Uint8Array,
  { keys, recipients }: ReadMailOptions,
): Promise<IncomingMail> {
  const mail = await parseMail(raw)
  // The envelope's recipients say where a mail went that was sent as Bcc or over a list.
  const delivered_to = [...recipients.map((address) => ({ address, name: '' })), ...mail.delivered_to]
  const body = readBody(mail)
  const message_id = mail.message_id && toIndexableId(mail.message_id)
  return {
    message_id,
    source_id: message_id ?? createSyntheticId(mail),
    body_hash: hashOfBody(mail),
    join_keys: listJoinKeys({ ...mail, delivered_to }, { keys }).map((key) =>
      key.kind === 'message_id' ? { ...key, message_id: toIndexableId(key.message_id) } : key,
    ),
    seen_ids: listThreadIds(mail).map(toIndexableId),
    own_token: mail.message_id ? findToken(mail.message_id, keys) : null,
    original_from: parseOriginalFrom(mail),
    return_path: headerValue(mail.headers, 'return-path')
      .replace(/[<>\s]/g, '')
      .toLowerCase(),
    authentication_results: headerValues(mail.headers, 'authentication-results')[0]?.slice(0, 20_000) ?? null,
    classification: classifyMail(mail),
    ...body,
    date: mail.date,
    subject: truncate(mail.subject, maxSubjectLength),
    from: mail.from,
    sender: mail.sender,
    reply_to: mail.reply_to,
    to: mail.to,
    cc: mail.cc,
    defects: mail.defects,
  }
}

/** What the contract keeps of a subject; the raw mail has all of it. */
const maxSubjectLength = 1000

/** Never between the two halves of a character: jsonb refuses one half. */
const truncate = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

// PostgreSQL indexes at most 2,704 bytes; 500 characters of UTF-8 are at most 2,000.
const toIndexableId = (id: string) => (id.length <= 500 ? id : `sha256.${sha256(id).toString('hex')}`)

/** Two copies of a mail without Message-ID agree in these. Without a date nothing tells a copy from a second mail. */
function createSyntheticId({ from, date, subject, message_id }: ParsedMail): string | null {
  if (message_id !== null || date === null) return null
  const known = [from.map(({ address }) => address), date.toISOString(), subject]
  return `${sha256(JSON.stringify(known)).toString('hex')}@no-message-id.invalid`
}

// Servers on the way re-wrap lines and add white space at their ends.
const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()

function hashOfBody({ text, html, attachments }: ParsedMail): Buffer {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([collapseWhitespace(text), collapseWhitespace(html ?? '')]))
  for (const { content } of attachments) hash.update(sha256(content))
  return hash.digest()
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

function parseOriginalFrom(mail: ParsedMail): Address[] {
  for (const name of ['x-original-from', 'x-original-sender']) {
    const value = headerValue(mail.headers, name)
    const address = /[^\s<>"(),;:]+@[^\s<>"(),;:]+/.exec(value)?.[0]?.toLowerCase()
    if (address) return [{ address, name: value.split('<')[0]?.replace(/"/g, '').trim() ?? '' }]
  }
  return []
}

function readBody(mail: ParsedMail) {
  const parts = mail.attachments.map(
    ({ related: _, content_id, ...part }): MailPart => ({
      ...part,
      uuid: randomUUID(),
      content_id: (content_id ?? '').slice(0, 300),
      filename: part.filename.slice(0, 255),
      content_type: part.content_type.slice(0, 255),
      // A copy of its own, which can be handed to another thread without the rest of the mail.
      content: part.content.slice(),
    }),
  )
  const html = mail.html === null ? null : readHtml(mail.html, parts)
  const shown = html && (html.hasText || mail.text.trim() === '') ? html : null
  const split = splitReply({ text: mail.text, html: shown ? mail.html : null })
  const text_content = [split.visible_text, split.quoted_text, split.signature_text]
    .filter((text) => text)
    .join('\n\n')
    .slice(0, maxTextLength)
  return {
    content: shown ? shown.content : textToHtml(mail.text),
    raw_content: shown ? (mail.html ?? '') : mail.text,
    text_content,
    preview: split.visible_text.trim().slice(0, 500),
    remote_images: shown?.remote_images ?? 0,
    complex: shown?.complex ?? false,
    // What the text shows is part of it; every other part is listed below it, whatever the sender called it.
    parts: parts.map((part) => ({
      ...part,
      disposition: shown?.used.has(part.uuid) ? ('inline' as const) : ('attachment' as const),
    })),
  }
}

function readHtml(html: string, parts: MailPart[]) {
  const used = new Set<string>()
  const clean = sanitiseHtml(html, {
    cid: (id) => {
      const part = findPartByContentId(parts, id)
      if (!part) return null
      used.add(part.uuid)
      return `/uploads/${part.uuid}`
    },
    remote: (url) => url,
  })
  return {
    used,
    content: foldQuotes(clean.html).html,
    remote_images: clean.remote_images,
    complex: clean.complex,
    hasText: clean.html.replace(/<(?!img\b)[^>]*>|&nbsp;|\s+/gi, '') !== '',
  }
}

// Some programs change the case of the id, or use the file's name for it.
const findPartByContentId = (parts: MailPart[], id: string) =>
  parts.find(({ content_id }) => content_id === id) ??
  parts.find(({ content_id }) => content_id.toLowerCase() === id.toLowerCase()) ??
  parts.find(({ content_id, filename }) => content_id === '' && filename === id)
