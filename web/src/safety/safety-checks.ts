import type { ColleagueReply } from '@parley/contract/messages/colleague-replies'
import { type SafetyCheck, safetyChecks } from '@parley/contract/messages/safety-checks'
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

export type SafetyFinding = {
  check: SafetyCheck
  /** Identifies it, so that the author is asked once. */
  id: string
  /** The key of its text, and the values in it. */
  text: `safety.${SafetyCheck | 'colleague_sending'}`
  values: Record<string, string | number>
  /** The server has stopped the message because of it, so its author was asked already. */
  is_reported?: boolean
}

export type SafetyInput = {
  html: string
  /** Files attached or being uploaded. */
  file_count: number
  /** Null for a new conversation, whose only recipient was just typed. */
  recipients: RecipientContext | null
  /** What colleagues sent meanwhile; null for a new conversation. */
  replies: ReplyContext | null
}

/** Everything worth a second look before this message is sent, most important first. `muted`: what the agent turned off. */
export function checkMessage(
  { html, file_count, recipients, replies }: SafetyInput,
  muted: readonly SafetyCheck[] = [],
): SafetyFinding[] {
  const findings = [
    ...checkText(html, file_count),
    ...(replies ? checkReplies(replies) : []),
    ...(recipients ? checkRecipients(recipients) : []),
  ]
  return findings
    .filter(({ check }) => !muted.includes(check))
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

function* checkReplies({ reported, ...context }: ReplyContext): Generator<SafetyFinding> {
  if (reported) yield reportedReply(reported, context)
  const reply = findColleagueReply(context)
  if (reply && reply.uuid !== reported?.uuid)
    yield finding('colleague_replied', reply.uuid, {
      name: reply.sender.first_name,
      at: reply.created_at,
      text: excerpt(reply.text_content),
    })
}

/** What the server knew of before this browser. Until the colleague can no longer undo it, there is no text. */
function reportedReply(
  { uuid, agent, at, text }: ColleagueReply,
  { messages }: Pick<ReplyContext, 'messages'>,
) {
  const readable = messages.find((message) => message.uuid === uuid)?.text_content ?? text
  return {
    ...finding('colleague_replied', uuid, { name: agent.first_name, at, text: excerpt(readable ?? '') }),
    ...(readable === null && { text: 'safety.colleague_sending' as const }),
    is_reported: true,
  }
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
): SafetyFinding => ({ check, id: `${check} ${fingerprint(subject)}`, text: `safety.${check}`, values })
