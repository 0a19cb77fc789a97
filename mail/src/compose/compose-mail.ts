import type { Attachment, Options } from 'nodemailer/lib/mailer'
import { htmlToText } from '../html/html-to-text.ts'
import { replySubject } from '../subject.ts'
import { type Frame, fillFrame, wrapDocument } from './frame.ts'
import {
  assertBareAddress,
  filterMessageId,
  headerFilename,
  safeMediaType,
  sanitiseHeaderText,
  UnsendableMailError,
} from './header-values.ts'
import { type InlineImages, renderOutgoingHtml } from './outgoing-html.ts'
import { type QuotableMessage, quotedHistory } from './quoted-history.ts'

export type OutgoingFile = { uuid: string; filename: string; content_type: string; content: Buffer }

export type OutgoingMail = {
  /** Without brackets, and the same on every attempt, so that a mail sent twice is recognised as one. */
  message_id: string
  in_reply_to: string | null
  /** Oldest first. */
  references: readonly string[]
  date: Date
  from: { name: string; address: string }
  reply_to: string | null
  to: readonly string[]
  cc: readonly string[]
  /** In the envelope only. */
  bcc: readonly string[]
  subject: string
  /** Whether this replies to an earlier message; then the subject gets "Re:". */
  answers: boolean
  /** Sanitised; uploaded images are referenced as `/uploads/<uuid>`. */
  html: string
  /** The message's own uploads. Those shown in the text are inlined, the others attached. */
  files: readonly OutgoingFile[]
  /** Newest first. */
  history: readonly QuotableMessage[]
  /** Uploads shown in the quoted history; its other files are not sent again. */
  history_files: readonly OutgoingFile[]
  /** IANA name, for the dates in attribution lines. */
  time_zone: string
  root_url: string
  /** Sent by a rule or a timer; declared to other systems (RFC 3834 section 5). */
  automatic: boolean
  /**
   * URL where the recipient unsubscribes (RFC 2369). Over https, mail clients may offer one-click unsubscribe (RFC
   * 8058).
   */
  unsubscribe_url?: string
  /** Forwarded messages below the text, also sanitised. */
  forwarded_html?: string
  /** Wraps the message, not the forwarded messages and the quoted history. Its own images stay as they are, except the logo. */
  frame?: Frame
  logo?: EmbeddedLogo
}

/** A picture that is sent as an inline part wherever the frame or the text shows its URL. */
export type EmbeddedLogo = { url: string; file: OutgoingFile }

export type ComposedMail = { raw: Buffer; envelope: { from: string; to: string[] } }

/** RFC 5322 wants all of them; servers and clients want headers of reasonable size. */
const maxReferences = 20

/**
 * Composes an outgoing mail: its bytes (text and HTML, inline images, attachments, quoted history) and its
 * recipients.
 * @throws UnsendableMailError, with a message for people, if an address is invalid
 */
export async function composeMail(mail: OutgoingMail): Promise<ComposedMail> {
  const from = assertBareAddress(mail.from.address)
  const [to, cc, bcc] = [mail.to, mail.cc, mail.bcc].map((list) => list.map(assertBareAddress))
  const body = composeBody(mail, from.slice(from.lastIndexOf('@') + 1))
  const options: Options = {
    messageId: `<${mail.message_id}>`,
    date: mail.date,
    from: { name: sanitiseHeaderText(mail.from.name), address: from },
    to: to?.map(addressObject) ?? [],
    cc: cc?.map(addressObject) ?? [],
    subject: await encodeIfNeeded(
      sanitiseHeaderText(mail.answers ? replySubject(mail.subject) : mail.subject),
    ),
    ...(mail.reply_to !== null && { replyTo: addressObject(assertBareAddress(mail.reply_to)) }),
    ...threadingHeaders(mail),
    headers: {
      'X-Parley-Loop': from,
      ...(mail.automatic && { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
      ...unsubscribeHeaders(mail.unsubscribe_url),
    },
    html: body.html,
    text: body.text,
    attachments: body.attachments,
    // Otherwise the text part keeps bare line feeds.
    newline: 'windows',
    // Never let a mail make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const raw = await new MailComposer(options).compile().build()
  return { raw, envelope: { from, to: [...new Set([...(to ?? []), ...(cc ?? []), ...(bcc ?? [])])] } }
}

/**
 * Recipients would decode text that looks like an encoded word, and a word that is too long cannot be folded (RFC
 * 5322 section 2.1.1: 998 characters per line). Both are encoded.
 */
async function encodeIfNeeded(text: string): Promise<string> {
  if (!text.includes('=?') && !/\S{200}/.test(text)) return text
  const { encodeWord } = await import('nodemailer/lib/mime-funcs')
  return encodeWord(text, 'Q', 52)
}

/** An object, because the library would look for several addresses in a string. */
const addressObject = (address: string) => ({ name: '', address })

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${url}>`,
        ...(url.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }

/** If there are too many references, keep the first, which identifies the conversation, and the newest. */
function threadingHeaders({ message_id, references, in_reply_to }: OutgoingMail): Options {
  const knownIds = [...new Set(references.flatMap(filterMessageId))].filter((id) => id !== message_id)
  const keptIds =
    knownIds.length > maxReferences
      ? [...knownIds.slice(0, 1), ...knownIds.slice(1 - maxReferences)]
      : knownIds
  const [repliedId] = in_reply_to === null ? [] : filterMessageId(in_reply_to)
  return {
    ...(repliedId !== undefined && { inReplyTo: `<${repliedId}>` }),
    ...(keptIds.length > 0 && { references: keptIds.map((id) => `<${id}>`) }),
  }
}

function composeBody(mail: OutgoingMail, domain: string) {
  const { logo, forwarded_html = '' } = mail
  const files = [...mail.history_files, ...(logo ? [logo.file] : []), ...mail.files]
  const filesByUuid = new Map(files.map((file) => [file.uuid, file]))
  const inlineParts = new Map<string, Attachment>()
  const inline = (name: string, file: OutgoingFile) => {
    const cid = `${name}@${domain}`
    inlineParts.set(name, { ...toAttachment(file), cid, contentDisposition: 'inline' })
    return cid
  }
  const images: InlineImages = {
    upload(uuid) {
      const file = filesByUuid.get(uuid)
      return file ? inline(uuid, file) : null
    },
    data(content_type, content) {
      const name = `image-${inlineParts.size + 1}`
      const uuid = `${name}.${mail.message_id.slice(0, mail.message_id.indexOf('@'))}`
      const filename = `${name}.${content_type.slice('image/'.length)}`
      return inline(uuid, { uuid, filename, content_type, content })
    },
  }
  const body_html = renderOutgoingHtml(mail.html, images, mail.root_url)
  const history = quotedHistory(mail.history, { ...mail, images })
  const forwarded = renderOutgoingHtml(forwarded_html, images, mail.root_url)
  // Without a template, one block, as mail clients know it.
  const [message, below] = mail.frame
    ? [`<div dir="auto">${body_html}</div>`, forwarded && `<div dir="auto">${forwarded}</div>`]
    : [`<div dir="auto">${body_html}${forwarded}</div>`, '']
  const framed = mail.frame ? fillFrame(embedLogo(mail.frame, logo, inline), message) : message
  if (framed === null)
    throw new UnsendableMailError('The template has no {{ content }}. Fix it and send again')
  const content = wrapDocument(framed, below + history)
  const attachedFiles = mail.files.filter(({ uuid }) => !inlineParts.has(uuid)).map(toAttachment)
  return {
    html: content,
    // nodemailer omits an empty text part, and the attachments would lose their place with it.
    text: trimEmptyEnd(htmlToText(content)) || '\n',
    attachments: [...inlineParts.values(), ...attachedFiles],
  }
}

function embedLogo(
  frame: Frame,
  logo: EmbeddedLogo | undefined,
  inline: (name: string, file: OutgoingFile) => string,
): Frame {
  if (!logo || !frame.html.includes(logo.url)) return frame
  return { ...frame, html: frame.html.replaceAll(logo.url, `cid:${inline(logo.file.uuid, logo.file)}`) }
}

/** Blocks that end inside a quote leave trailing lines with only quote markers. */
function trimEmptyEnd(text: string): string {
  const lines = text.split('\n')
  while (lines.length > 0 && /^[> ]*$/.test(lines.at(-1) ?? '')) lines.pop()
  return lines.join('\n')
}

const toAttachment = ({ filename, content_type, content }: OutgoingFile): Attachment => ({
  filename: headerFilename(filename),
  contentType: safeMediaType(content_type),
  contentDisposition: 'attachment',
  content,
})
