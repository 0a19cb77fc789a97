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
  /** Assigned here, so that the text can reference /uploads/<uuid> before anything is stored. */
  uuid: string
  content_id: string
}

/** A parsed mail as filing needs it: plain data that can cross threads. */
export type IncomingMail = Pick<
  ParsedMail,
  'date' | 'subject' | 'from' | 'sender' | 'reply_to' | 'to' | 'cc'
> & {
  /** As in the mail, but at most 500 characters; longer ids are replaced by their hash. Null if it has none. */
  message_id: string | null
  /** An id shared by copies of this mail: its Message-ID, or one generated from sender, date and subject. */
  source_id: string | null
  /** Hash of the content (text, HTML, attachments), independent of the delivery path. */
  body_hash: Uint8Array
  join_keys: JoinKey[]
  thread_ids: string[]
  /** Set if we created the Message-ID. */
  own_token: VerifiedToken | null
  /** From X-Original-From or X-Original-Sender: the author that a mailing group replaced with itself. */
  original_from: Address[]
  return_path: string
  /** The newest Authentication-Results header, added by the mail server of a mailbox. */
  authentication_results: string | null
  classification: Classification
  /** Sanitised and folded. */
  content: string
  raw_content: string
  /** New text first, then the quoted history and the signature. */
  text_content: string
  /** The new text without history and signature; "" if it cannot be determined. */
  preview: string
  remote_images: number
  complex: boolean
  parts: MailPart[]
  defects: string[]
}

export type ReadMailOptions = { keys: TokenKey[]; recipients: string[] }

/** Longer texts are truncated for search and previews; the raw mail has the full text. In characters. */
const maxTextLength = 200_000

/**
 * Everything about a mail that follows from its bytes alone.
 * @throws MailRefusedError
 */
export async function readIncomingMail(
  raw: Uint8Array,
  { keys, recipients }: ReadMailOptions,
): Promise<IncomingMail> {
  const mail = await parseMail(raw)
  // The envelope recipients show where a mail went that was sent as Bcc or through a list.
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
    thread_ids: listThreadIds(mail).map(toIndexableId),
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

/** The contract's limit for a subject; the raw mail has all of it. */
const maxSubjectLength = 1000

/** Never splits a surrogate pair, because jsonb rejects half of one. */
const truncate = (text: string, maxLength: number) => text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

// PostgreSQL indexes at most 2,704 bytes; 500 characters of UTF-8 are at most 2,000.
const toIndexableId = (id: string) => (id.length <= 500 ? id : `sha256.${sha256(id).toString('hex')}`)

/**
 * Copies of a mail without Message-ID agree in these fields. Without a date, a copy cannot be told from a second
 * mail.
 */
function createSyntheticId({ from, date, subject, message_id }: ParsedMail): string | null {
  if (message_id !== null || date === null) return null
  const fields = [from.map(({ address }) => address), date.toISOString(), subject]
  return `${sha256(JSON.stringify(fields)).toString('hex')}@no-message-id.invalid`
}

// Servers along the way re-wrap lines and add trailing whitespace.
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
      // A separate copy, which can be transferred to another thread without the rest of the mail.
      content: part.content.slice(),
    }),
  )
  const html = mail.html === null ? null : readHtml(mail.html, parts)
  const visibleHtml = html && (html.hasText || mail.text.trim() === '') ? html : null
  const split = splitReply({ text: mail.text, html: visibleHtml ? mail.html : null })
  const text_content = [split.visible_text, split.quoted_text, split.signature_text]
    .filter((text) => text)
    .join('\n\n')
    .slice(0, maxTextLength)
  return {
    content: visibleHtml ? visibleHtml.content : textToHtml(mail.text),
    raw_content: visibleHtml ? (mail.html ?? '') : mail.text,
    text_content,
    preview: split.visible_text.trim().slice(0, 500),
    remote_images: visibleHtml?.remote_images ?? 0,
    complex: visibleHtml?.complex ?? false,
    // Parts shown in the text are inline; all others are listed below it, whatever the sender declared.
    parts: parts.map((part) => ({
      ...part,
      disposition: visibleHtml?.used.has(part.uuid) ? ('inline' as const) : ('attachment' as const),
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

// Some clients change the case of the id, or use the file name as id.
const findPartByContentId = (parts: MailPart[], id: string) =>
  parts.find(({ content_id }) => content_id === id) ??
  parts.find(({ content_id }) => content_id.toLowerCase() === id.toLowerCase()) ??
  parts.find(({ content_id, filename }) => content_id === '' && filename === id)
