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
  /** Without brackets, and the same at every try: a mail sent twice is then recognised as one. */
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
  /** Something was said before: the subject gets its "Re:". */
  answers: boolean
  /** Sanitised; images from our uploads as `/uploads/<uuid>`. */
  html: string
  /** The message's own uploads: those that its text shows go with it as inline images, the others as attachments. */
  files: readonly OutgoingFile[]
  /** Newest first. */
  history: readonly QuotableMessage[]
  /** Uploads that the history shows; others of it are not sent again. */
  history_files: readonly OutgoingFile[]
  /** IANA name, for the dates above quotes. */
  time_zone: string
  root_url: string
  /** Written by a rule or a timer: says so to other machines (RFC 3834 section 5). */
  automatic: boolean
  /** The address at which the recipient turns such mails off (RFC 2369); on https mail programs may do so at a click (RFC 8058). */
  unsubscribe_url?: string
  /** Around the message, not around what was said before; its own images stay where they are. */
  frame?: Frame
}

export type ComposedMail = { raw: Buffer; envelope: { from: string; to: string[] } }

/** RFC 5322 asks for all of them; servers and programs ask for headers that stay readable. */
const maxReferences = 20

/**
 * The bytes of an outgoing mail, and whom it goes to: text and HTML, inline images, attachments and quoted history.
 * @throws UnsendableMail, with a sentence for people, when an address is none
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
    // Without it line ends of the text stay bare line feeds.
    newline: 'windows',
    // Nothing in a mail may make the server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const raw = await new MailComposer(options).compile().build()
  return { raw, envelope: { from, to: [...new Set([...(to ?? []), ...(cc ?? []), ...(bcc ?? [])])] } }
}

/**
 * What looks like an encoded word would be decoded at the other end, and a word that is too long cannot be folded (RFC 5322
 * section 2.1.1: 998 characters to a line): both are encoded.
 */
async function encodeIfNeeded(text: string): Promise<string> {
  if (!text.includes('=?') && !/\S{200}/.test(text)) return text
  const { encodeWord } = await import('nodemailer/lib/mime-funcs')
  return encodeWord(text, 'Q', 52)
}

/** An object: the library would look for several addresses in a string. */
const addressObject = (address: string) => ({ name: '', address })

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${url}>`,
        ...(url.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }

/** Of too many references the first stays, which names the conversation, and the newest. */
function threadingHeaders({ message_id, references, in_reply_to }: OutgoingMail): Options {
  const known = [...new Set(references.flatMap(filterMessageId))].filter((id) => id !== message_id)
  const kept =
    known.length > maxReferences ? [...known.slice(0, 1), ...known.slice(1 - maxReferences)] : known
  const [answered] = in_reply_to === null ? [] : filterMessageId(in_reply_to)
  return {
    ...(answered !== undefined && { inReplyTo: `<${answered}>` }),
    ...(kept.length > 0 && { references: kept.map((id) => `<${id}>`) }),
  }
}

function composeBody(mail: OutgoingMail, domain: string) {
  const available = new Map([...mail.history_files, ...mail.files].map((file) => [file.uuid, file]))
  const related = new Map<string, Attachment>()
  const inline = (name: string, file: OutgoingFile) => {
    const cid = `${name}@${domain}`
    related.set(name, { ...toAttachment(file), cid, contentDisposition: 'inline' })
    return cid
  }
  const images: InlineImages = {
    upload(uuid) {
      const file = available.get(uuid)
      return file ? inline(uuid, file) : null
    },
    data(content_type, content) {
      const name = `image-${related.size + 1}`
      const uuid = `${name}.${mail.message_id.slice(0, mail.message_id.indexOf('@'))}`
      const filename = `${name}.${content_type.slice('image/'.length)}`
      return inline(uuid, { uuid, filename, content_type, content })
    },
  }
  const written = renderOutgoingHtml(mail.html, images, mail.root_url)
  const history = quotedHistory(mail.history, { ...mail, images })
  const message = `<div dir="auto">${written}</div>`
  const framed = mail.frame ? fillFrame(mail.frame, message) : message
  if (framed === null)
    throw new UnsendableMailError('The template has no place for the message. Correct it and send again')
  const content = wrapDocument(framed, history)
  const attached = mail.files.filter(({ uuid }) => !related.has(uuid)).map(toAttachment)
  return {
    html: content,
    // An empty one would be left out, and with it the place for the attachments.
    text: trimEmptyEnd(htmlToText(content)) || '\n',
    attachments: [...related.values(), ...attached],
  }
}

/** Blocks that end inside a quote leave lines with nothing but its marks. */
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
