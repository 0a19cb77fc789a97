import { messageIds } from '../headers.ts'
import { latin1 } from '../parse/charset.ts'
import { decodedValue, parseHeaderBlock } from '../parse/header-block.ts'
import type { Bounce, BounceRecipient, ParsedMail } from '../types.ts'
import { parseDeliveryStatus } from './delivery-status.ts'
import { parseTextBounce } from './text-bounce.ts'

/** Parses the mail as a bounce (delivery report); null if it is not one. */
export function parseBounce(mail: ParsedMail): Bounce | null {
  const structured = parseDeliveryStatus(mail)
  const recipients = structured ?? parseTextBounce(mail)
  if (!recipients) return null
  return {
    structured: structured !== null,
    action: worstAction(recipients),
    hard: isHardBounce(recipients),
    recipients,
    original_message_id: findOriginalMessageId(mail),
  }
}

const actionsWorstFirst = ['failed', 'expired', 'delayed', 'expanded', 'relayed', 'delivered']

function worstAction(recipients: BounceRecipient[]): string {
  const worst = actionsWorstFirst.find((action) =>
    recipients.some((recipient) => recipient.action === action),
  )
  return worst === undefined || worst === 'expired' ? 'failed' : worst
}

/** X.1.x bad mailbox or system, X.1.10 null MX, X.2.1 disabled, X.4.4 no route (RFC 3463, RFC 7505). */
const hardStatusPattern = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1|4\.4|0\.[23])$/
const hardPhrases =
  /(?:user|recipient|mailbox|account|address|alias|domain|host)\b[^.\n]{0,60}\b(?:unknown|not found|does(?:n['o]t| not) exist|no such|not exist|invalid|rejected|unavailable|disabled)|(?:no such|unknown|invalid|non-?exist\w*)\s+(?:user|recipient|mailbox|account|address|domain|host)|doesn't have a\b|unknown recipient|name is not recognized|no mailbox here|host or domain name not found|not listed in/i
const softPhrases =
  /quota|mailbox (?:is )?full|over ?quota|try again|tempor|greylist|spam|block|policy|blacklist|reputation|too (?:large|big|many)|timed? ?out|size|relay|loop/i

function isHardBounce(recipients: BounceRecipient[]): boolean | null {
  const failed = recipients.filter(({ action }) => action === 'failed')
  if (failed.length === 0) return recipients.length > 0 ? false : null
  const verdicts = failed.map(isHardFailure)
  return verdicts.includes(true) ? true : verdicts.includes(false) ? false : null
}

function isHardFailure({ status, diagnostic }: BounceRecipient): boolean | null {
  if (status?.startsWith('4.')) return false
  const text = diagnostic ?? ''
  if (hardPhrases.test(text) && !softPhrases.test(text)) return true
  if (status && hardStatusPattern.test(status)) return !softPhrases.test(text)
  return status || text ? false : null
}

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
function findOriginalMessageId(mail: ParsedMail): string | null {
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
