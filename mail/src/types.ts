/** One mailbox. `address` is bare and lower-case; '' where a header names somebody without an address. */
export type Address = { address: string; name: string }

export type Header = { name: string; value: string }

export type ParsedAttachment = {
  /** Safe to show and to store: no path parts, no control characters, never empty. */
  filename: string
  content_type: string
  /** Without the angle brackets. */
  content_id: string | null
  disposition: 'inline' | 'attachment'
  /** The part belongs to the HTML beside it (multipart/related): an image of the text, not a document. */
  related: boolean
  content: Uint8Array
  size: number
  /** Outlook's winmail.dat is kept as the `container`; the files in it stand beside it as `content`. */
  tnef: 'container' | 'content' | null
}

/** A mail as data. No string of it holds U+0000 or half a surrogate pair: PostgreSQL refuses both. */
export type ParsedMail = {
  /** Ids are without the angle brackets. */
  message_id: string | null
  in_reply_to: string[]
  references: string[]
  date: Date | null
  subject: string
  from: Address[]
  sender: Address[]
  reply_to: Address[]
  to: Address[]
  cc: Address[]
  bcc: Address[]
  /** Who the mail was handed to, as the servers on the way wrote it down. */
  delivered_to: Address[]
  /** The text/plain parts, joined; '' when the mail has none (an HTML-only mail). */
  text: string
  /** The whole body as HTML, as it came: hostile until sanitised. Null when no part of the mail is HTML. */
  html: string | null
  attachments: ParsedAttachment[]
  /** Every header in order: lower-case name, unfolded and decoded value. */
  headers: Header[]
  /** What was broken and how it was read; for people who look into a strange mail. */
  defects: string[]
}

export type BounceRecipient = {
  address: string
  /** As reported (RFC 3464 section 2.3.3): failed, delayed, delivered, relayed, expanded. */
  action: string
  /** RFC 3463, for example 5.1.1. */
  status: string | null
  /** The words of the server that refused. */
  diagnostic: string | null
}

export type Bounce = {
  /** Read from a machine-readable report (RFC 3464), not from prose. */
  structured: boolean
  /** The worst of what the recipients report. */
  action: string
  /** The address itself is bad for good (unknown user or domain); null when the report does not tell. */
  hard: boolean | null
  recipients: BounceRecipient[]
  original_message_id: string | null
}

export type RefusalReason = 'too_deep' | 'too_many_parts' | 'header_too_large' | 'unreadable'

/** Thrown for a mail that must not be read any further; it belongs into quarantine with this sentence. */
export class MailRefusedError extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MailRefused'
    this.reason = reason
  }
}
