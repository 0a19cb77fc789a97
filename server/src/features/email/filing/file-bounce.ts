import type { Bounce } from '@parley/mail/types'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { lockWithRoot } from '../../../merged-conversations.ts'
import { RetryLater } from '../../../transient-error.ts'
import { insertActivity } from '../../conversations/timeline/insert-message.ts'
import type { DeliveryOutcome } from '../ledger/delivery-outcome.ts'

type SentMessage = Pick<Selectable<DB['messages']>, 'id' | 'conversation_id' | 'side_thread_id'>

/**
 * Files a delivery report about one of our mails: marks the message failed with the server's text, or notes the
 * delay. Null for mail that only looks like a report and belongs to none of our emails, since a person may have
 * written it. Reports never get a reply.
 */
export async function fileBounce(tx: Tx, mail: IncomingMail): Promise<DeliveryOutcome | null> {
  const { bounce, subtype } = mail.classification
  if (!bounce) return null
  const sent = (await findByMessageId(tx, bounce)) ?? (await findByToken(tx, bounce, mail))
  if (!sent) {
    if (!bounce.structured && !isFromMailSystem(mail)) return null
    return {
      state: 'ignored',
      reason: 'Delivery report for an email that isn’t from this workspace',
    }
  }
  if (subtype === 'success-report')
    return {
      state: 'ignored',
      reason: 'Delivery confirmation for an email from this workspace',
      conversation_id: sent.conversation_id,
    }
  const activity_id = await addTimelineEntry(tx, sent, bounce, subtype === 'delayed')
  return { state: 'threaded', conversation_id: sent.conversation_id, stored_message_id: activity_id }
}

async function findByMessageId(tx: Tx, { original_message_id }: Bounce): Promise<SentMessage | null> {
  if (!original_message_id) return null
  const source_id = original_message_id.slice(0, 500)
  const row = await tx.db
    .selectFrom('messages as m')
    .select(['m.id', 'm.conversation_id', 'm.side_thread_id'])
    .where('m.id', 'in', (eb) =>
      eb
        .selectFrom('thread_ids')
        .select('message_id')
        .where('source_id', '=', source_id)
        .unionAll(eb.selectFrom('side_thread_ids').select('message_id').where('source_id', '=', source_id)),
    )
    .where('m.type', '=', 'outgoing')
    .where('m.sender_type', '=', 'agent')
    .executeTakeFirst()
  return row ?? null
}

/**
 * For a report without the Message-ID but sent to a signed address: the newest reply of that conversation to the
 * failed recipient.
 */
async function findByToken(tx: Tx, { recipients }: Bounce, mail: IncomingMail): Promise<SentMessage | null> {
  const tokens = mail.join_keys.flatMap((key) => (key.kind === 'token' ? [key.token] : []))
  const addresses = recipients.map(({ address }) => address).filter((address) => address !== '')
  for (const token of tokens.slice(0, 5)) {
    const row = await tx.db
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .select(['m.id', 'm.conversation_id', 'm.side_thread_id'])
      .where((eb) => {
        if (token.side_thread_id !== undefined) return eb('m.side_thread_id', '=', token.side_thread_id)
        const isOfConversation =
          token.uuid === undefined ? eb('c.id', '=', token.conversation_id) : eb('c.uuid', '=', token.uuid)
        return eb.and([isOfConversation, eb('m.private', '=', false)])
      })
      .where('m.type', '=', 'outgoing')
      .where('m.sender_type', '=', 'agent')
      .where(
        sql<boolean>`(m.meta->'to' ?| ${addresses}::text[] or m.meta->'cc' ?| ${addresses}::text[] or m.meta->'bcc' ?| ${addresses}::text[])`,
      )
      .orderBy('m.id', 'desc')
      .executeTakeFirst()
    if (row) return row
  }
  return null
}

async function addTimelineEntry(
  tx: Tx,
  sent: SentMessage,
  bounce: Bounce,
  isDelayed: boolean,
): Promise<number | null> {
  const merged = await lockWithRoot(tx, sent.conversation_id)
  if (!merged) return null
  const conversation = merged.root
  const { address, reason } = describeBounce(bounce)
  if (!isDelayed) await markBounced(tx, sent, `${address}: ${reason}`)
  const activity_id = await insertActivity(
    tx,
    conversation,
    { type: isDelayed ? 'delivery_delayed' : 'delivery_failed', data: { address, reason } },
    { side_thread_id: sent.side_thread_id },
  )
  if (!isDelayed)
    await tx.record({
      type: 'message.changed',
      conversation: { before: conversation, after: conversation },
      message_ids: [sent.id],
      changes: { status: ['sent', 'failed'] },
    })
  await tx.record({
    type: isDelayed ? 'conversation.delivery_delayed' : 'conversation.delivery_failed',
    conversation: { before: conversation, after: conversation },
    message_ids: [activity_id],
    data: { address },
  })
  return activity_id
}

async function markBounced(tx: Tx, sent: SentMessage, reason: string): Promise<void> {
  const message = await tx.db
    .selectFrom('messages')
    .select(['status', 'delivery_error'])
    .where('id', '=', sent.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // The report arrived before we recorded the message as sent; that transaction comes first.
  if (message.status === 'sending') throw new RetryLater('The reply in this report is still being sent')
  const existingError = message.delivery_error?.includes(reason) ? message.delivery_error : null
  await tx.db
    .updateTable('messages')
    .set({
      status: 'failed',
      delivery_error:
        existingError ??
        [message.status === 'failed' ? message.delivery_error : null, reason].filter(Boolean).join('\n'),
      next_attempt_at: null,
      version: sql`version + 1`,
      updated_at: tx.now,
    })
    .where('id', '=', sent.id)
    .execute()
}

/** The failed recipients and the server's text; several recipients share one line. */
function describeBounce({ recipients, action }: Bounce): { address: string; reason: string } {
  const worst = recipients.filter((recipient) => recipient.action === action)
  const reported = worst.length > 0 ? worst : recipients
  const [first] = reported
  const [status, diagnostic] = [first?.status ?? '', first?.diagnostic ?? '']
  // Most servers repeat the code in their text.
  const reason = (diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`).trim()
  return {
    address:
      reported
        .map(({ address }) => address)
        .filter(Boolean)
        .join(', ') || 'the recipient',
    reason: reason.slice(0, 500) || 'the server gave no reason',
  }
}

/** The null return path and the mail system's own accounts (RFC 3464 section 2). */
const isFromMailSystem = ({ return_path, from, classification }: IncomingMail) =>
  (return_path === '' && classification.suppress_reasons.includes('null return-path')) ||
  from.length === 0 ||
  from.some(({ address }) => /^(?:mailer-daemon|postmaster)@|^mailer-daemon$/.test(address))
