import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import { sql } from 'kysely'
import { contactActor } from '../../../actor.ts'
import { json } from '../../../db/json.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { ContactRow } from '../../contacts/contact-row.ts'
import { insertConversation } from '../../conversations/insert-conversation.ts'
import {
  insertActivity,
  insertMessage,
  type MessageRow,
} from '../../conversations/timeline/insert-message.ts'
import type { DeliveryRow } from '../ledger/delivery-outcome.ts'
import { reopenByReply } from './reopen-by-reply.ts'
import { insertParts, type StoredPart } from './store-attachments.ts'
import { insertThreadIds } from './thread-ids.ts'

type IncomingMessage = {
  delivery: DeliveryRow
  inbox_id: number
  mail: IncomingMail
  parts: StoredPart[]
  contact: ContactRow
  /** The contact's address as spelled in the mail. */
  sender: string
  authentication: SenderAuthentication
  /** The conversation referenced in the subject of an unverified sender's mail. */
  suggested_conversation: { uuid: string; reference_number: string } | null
}

/** Adds the mail to the conversation that it joins, or to a new one, with everything that follows from it. */
export async function addIncomingMessage(
  tx: Tx,
  joined: ConversationRow | null,
  incoming: IncomingMessage,
): Promise<{ message: MessageRow; conversation: ConversationRow }> {
  const { delivery, mail, contact, sender } = incoming
  const created_at = effectiveDate(delivery, mail)
  const byContact = tx.withActor(contactActor(contact.id))
  const isAutomatic = mail.classification.kind !== 'normal'
  const before =
    joined ??
    (await insertConversation(byContact, {
      contact,
      inbox_id: incoming.inbox_id,
      subject: mail.subject,
      origin: 'email',
      created_at,
      historical: delivery.historical,
    }))
  // An automatic reply does not reopen or wake the conversation, and does not make it wait for a reply.
  const open = joined && !isAutomatic ? await reopenByReply(tx, joined, delivery) : before
  // A contact may write from any of their addresses.
  const isStranger =
    joined !== null &&
    joined.contact_id !== contact.id &&
    !(await belongsToConversation(tx, joined.id, sender))
  if (isStranger && !(await isParticipant(tx, open.id, contact.id)))
    await addParticipantActivity(tx, open, sender)
  if (incoming.suggested_conversation) await addSuggestionActivity(tx, open, incoming.suggested_conversation)

  const { message, conversation } = await insertMessage(
    byContact,
    open,
    {
      ...messageContent(mail),
      type: 'incoming',
      status: 'received',
      sender_type: 'contact',
      sender_id: contact.id,
      created_at,
      historical: delivery.historical,
      meta: json(messageMeta(mail, sender, { isStranger, isAutomatic })),
      authentication: json(incoming.authentication),
      has_attachments: incoming.parts.some(({ disposition }) => disposition === 'attachment'),
      delivery_id: delivery.id,
    },
    isAutomatic ? {} : { waiting_since: open.waiting_since ?? created_at },
    mail.preview,
  )
  await insertParts(tx, message.id, incoming.parts)
  await insertThreadIds(tx, conversation, message.id, mail)
  await byContact.record({
    type: 'message.created',
    conversation: { before: open, after: conversation },
    message_ids: [message.id],
    data: {
      message_type: 'incoming',
      private: false,
      // Old mail triggers nothing outbound, and automatic mail gets no automatic reply (RFC 3834).
      ...(delivery.historical && { historical: true }),
      ...(mail.classification.suppress_auto_reply && { automatic: true }),
      ...(isLate(tx, delivery) && { late: true }),
    },
  })
  return { message, conversation }
}

/** After this long, an automatic reply no longer makes sense. */
const lateThresholdMs = 24 * 3_600_000

/** The mail arrived while we could not receive or process it: everything happens as usual, but no rule replies. */
const isLate = (tx: Tx, { received_at }: DeliveryRow): boolean =>
  tx.now.getTime() - received_at.getTime() > lateThresholdMs

/** The time of receipt; for mail that was in the mailbox before us, the time it was written. */
function effectiveDate(delivery: DeliveryRow, mail: IncomingMail): Date {
  if (!delivery.historical || mail.date === null || mail.date > delivery.received_at)
    return delivery.received_at
  return mail.date.getTime() > 0 ? mail.date : delivery.received_at
}

export const messageContent = (mail: IncomingMail) => ({
  content: mail.content,
  raw_content: mail.raw_content,
  text_content: mail.text_content,
  remote_images: mail.remote_images,
  complex: mail.complex,
  source_id: mail.source_id,
  body_hash: Buffer.from(mail.body_hash),
})

export function messageMeta(
  mail: IncomingMail,
  sender: string,
  is: { isStranger: boolean; isAutomatic: boolean },
) {
  const addresses = (list: { address: string }[]) => [
    ...new Set(list.map(({ address }) => address).filter((address) => address !== '')),
  ]
  const reply_to = addresses(mail.reply_to).filter((address) => address !== sender)
  return {
    from: [sender],
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    bcc: [],
    subject: mail.subject,
    ...(reply_to.length > 0 && { reply_to }),
    ...(is.isStranger && { new_participant: true }),
    ...(is.isAutomatic && { auto_reply: mail.classification.subtype ?? 'automatic' }),
  }
}

async function belongsToConversation(tx: Tx, conversation_id: number, address: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('conversation_addresses')
    .select('address')
    .where('conversation_id', '=', sql<number>`any(${withMerged(conversation_id)})`)
    .where('address', '=', address)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row !== undefined
}

async function isParticipant(tx: Tx, conversation_id: number, person_id: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('conversation_participants')
    .select('person_id')
    .where('conversation_id', '=', sql<number>`any(${withMerged(conversation_id)})`)
    .where('person_id', '=', person_id)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row !== undefined
}

async function addSuggestionActivity(
  tx: Tx,
  c: ConversationRow,
  { uuid, reference_number }: { uuid: string; reference_number: string },
): Promise<void> {
  const line = await insertActivity(tx, c, { type: 'may_belong_to', data: { reference_number, uuid } })
  await tx.record({
    type: 'conversation.may_belong_to',
    conversation: { before: c, after: c },
    message_ids: [line],
  })
}

async function addParticipantActivity(tx: Tx, c: ConversationRow, address: string): Promise<void> {
  const line = await insertActivity(tx, c, { type: 'participant_joined', data: { address } })
  await tx.record({
    type: 'conversation.participant_joined',
    conversation: { before: c, after: c },
    message_ids: [line],
  })
}
