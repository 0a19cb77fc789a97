/** A mailbox. `address` is bare and lower-case; '' if a header names someone without an address. */
export type Address = { address: string; name: string }

export type Header = { name: string; value: string }

export type ParsedAttachment = {
  /** Safe to show and store: no path segments, no control characters, never empty. */
  filename: string
  content_type: string
  /** Without the angle brackets. */
  content_id: string | null
  disposition: 'inline' | 'attachment'
  /** The part belongs to the HTML (multipart/related): an image in the text rather than a document. */
  related: boolean
  content: Uint8Array
  size: number
  /** Outlook's winmail.dat is kept as the `container`; the files inside it are listed beside it as `content`. */
  tnef: 'container' | 'content' | null
}

/** A parsed mail. No string contains U+0000 or a lone surrogate, because PostgreSQL rejects both. */
export type ParsedMail = {
  /** Ids have no angle brackets. */
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
  /** Recipients recorded by the servers along the way. */
  delivered_to: Address[]
  /** The text/plain parts, joined; '' for HTML-only mail. */
  text: string
  /** The whole body as received HTML, hostile until sanitised. Null if no part of the mail is HTML. */
  html: string | null
  attachments: ParsedAttachment[]
  /** All headers in order: lower-case name, unfolded and decoded value. */
  headers: Header[]
  /** What was broken and how it was interpreted, for people who investigate a mail. */
  defects: string[]
}

export type BounceRecipient = {
  address: string
  /** As reported (RFC 3464 section 2.3.3): failed, delayed, delivered, relayed, expanded. */
  action: string
  /** RFC 3463, for example 5.1.1. */
  status: string | null
  /** The text of the rejecting server. */
  diagnostic: string | null
}

export type Bounce = {
  /** From a machine-readable report (RFC 3464) rather than prose. */
  structured: boolean
  /** The worst action among the recipients. */
  action: string
  /** The address is permanently invalid (unknown user or domain). Null if the report does not say. */
  hard: boolean | null
  recipients: BounceRecipient[]
  original_message_id: string | null
}

export type RefusalReason = 'too_deep' | 'too_many_parts' | 'header_too_large' | 'unreadable'

/** Thrown for a mail that must not be processed further; it is quarantined with this message. */
export class MailRefusedError extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MailRefused'
    this.reason = reason
  }
}
