import { excerpt } from '../format/truncate.ts'
import { fingerprint } from '../lib/fingerprint.ts'
import {
  findAddedRecipients,
  findNewDomains,
  findUnverifiedSender,
  manyRecipients,
  type RecipientContext,
} from './check-recipients.ts'
import { findCardNumber } from './find-card-number.ts'
import { findColleagueReply, type ReplyContext } from './find-colleague-reply.ts'
import { findSecret } from './find-secret.ts'
import { findAttachmentMention } from './mentions-attachment.ts'

/** What may be wrong with a message, most important first. */
const safetyChecks = [
  'colleague_replied',
  'secret',
  'card_number',
  'unverified_sender',
  'new_domain',
  'added_recipient',
  'many_recipients',
  'attachment',
] as const
export type SafetyCheck = (typeof safetyChecks)[number]

export type SafetyFinding = {
  check: SafetyCheck
  /** Identifies it, so that the author is asked once. */
  id: string
  /** Values of its text. */
  values: Record<string, string | number>
}

export type SafetyInput = {
  html: string
  /** Files attached or being uploaded. */
  file_count: number
  /** Null for a new conversation, whose only recipient was just typed. */
  recipients: RecipientContext | null
  /** What colleagues sent meanwhile; null for a new conversation. */
  replies: ReplyContext | null
  /** Checks that the agent has turned off. */
  disabled?: readonly string[]
}

/** Everything worth a second look before this message is sent, most important first. */
export function checkMessage({
  html,
  file_count,
  recipients,
  replies,
  disabled = [],
}: SafetyInput): SafetyFinding[] {
  const findings = [
    ...checkText(html, file_count),
    ...(replies ? checkReplies(replies) : []),
    ...(recipients ? checkRecipients(recipients) : []),
  ]
  return findings
    .filter(({ check }) => !disabled.includes(check))
    .sort((a, b) => safetyChecks.indexOf(a.check) - safetyChecks.indexOf(b.check))
}

function* checkText(html: string, file_count: number): Generator<SafetyFinding> {
  const secret = findSecret(html)
  if (secret) yield finding('secret', secret)
  const card = findCardNumber(html)
  if (card) yield finding('card_number', card, { end: card.replace(/\D/g, '').slice(-4) })
  const mention = file_count === 0 ? findAttachmentMention(html) : null
  // Whichever sentence it is: the author is asked once for each message.
  if (mention) yield finding('attachment', '')
}

function* checkReplies(context: ReplyContext): Generator<SafetyFinding> {
  const reply = findColleagueReply(context)
  if (reply)
    yield finding('colleague_replied', reply.uuid, {
      name: reply.sender.first_name,
      at: reply.created_at,
      text: excerpt(reply.text_content),
    })
}

function* checkRecipients(context: RecipientContext): Generator<SafetyFinding> {
  const { recipients } = context
  const sender = findUnverifiedSender(context)
  if (sender) yield finding('unverified_sender', sender, { address: sender })
  const isOpen = (address: string) => !context.confirmed_elsewhere?.includes(address.toLowerCase())
  const { added: allAdded, by } = findAddedRecipients(context)
  const added = allAdded.filter(isOpen)
  const strangers = findNewDomains(context).filter(
    (address) => isOpen(address) && !added.includes(address.toLowerCase()),
  )
  if (strangers.length > 0)
    yield finding('new_domain', strangers.join(), { address: strangers[0] ?? '', count: strangers.length })
  if (added.length > 0)
    yield finding('added_recipient', added.join(), {
      address: added[0] ?? '',
      count: added.length,
      by: by ?? '',
    })
  if (recipients.length >= manyRecipients)
    yield finding('many_recipients', [...recipients].sort().join(), { count: recipients.length })
}

const finding = (
  check: SafetyCheck,
  subject: string,
  values: SafetyFinding['values'] = {},
): SafetyFinding => ({ check, id: `${check} ${fingerprint(subject)}`, values })
