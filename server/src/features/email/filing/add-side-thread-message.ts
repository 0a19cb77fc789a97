import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import { contactActor } from '../../../actor.ts'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { ContactRow } from '../../contacts/contact-row.ts'
import { insertMessage, type MessageRow } from '../../conversations/timeline/insert-message.ts'
import type { DeliveryRow } from '../ledger/delivery-outcome.ts'
import { messageContent, messageMeta } from './add-incoming-message.ts'
import type { JoinedSideThread } from './find-side-thread.ts'
import { reopenByReply } from './reopen-by-reply.ts'
import { insertParts, type StoredPart } from './store-attachments.ts'

type SideThreadMail = {
  delivery: DeliveryRow
  mail: IncomingMail
  parts: StoredPart[]
  contact: ContactRow
  sender: string
  authentication: SenderAuthentication
}

/**
 * Adds a third party's mail to its side thread: a private message, as all that customers must not see, and outgoing as
 * every note, so that nothing takes it for the customer's. A person's answer reopens the conversation, because someone
 * was waiting for it.
 */
export async function addSideThreadMessage(
  tx: Tx,
  c: ConversationRow,
  thread: JoinedSideThread,
  { delivery, mail, parts, contact, sender, authentication }: SideThreadMail,
): Promise<{ message: MessageRow; conversation: ConversationRow }> {
  const isAutomatic = mail.classification.kind !== 'normal'
  const open = isAutomatic ? c : await reopenByReply(tx, c, delivery)
  const byContact = tx.withActor(contactActor(contact.id))
  const { source_id, ...content } = messageContent(mail)
  const { message, conversation } = await insertMessage(byContact, open, {
    ...content,
    type: 'outgoing',
    status: 'received',
    private: true,
    side_thread_id: thread.id,
    sender_type: 'contact',
    sender_id: contact.id,
    created_at: delivery.received_at,
    meta: json(messageMeta(mail, sender, { isStranger: thread.is_stranger, isAutomatic })),
    authentication: json(authentication),
    has_attachments: parts.some(({ disposition }) => disposition === 'attachment'),
    delivery_id: delivery.id,
  })
  await insertParts(tx, message.id, parts)
  if (source_id !== null) await insertSideThreadId(tx, thread, message, source_id)
  await byContact.record({
    type: 'message.created',
    conversation: { before: open, after: conversation },
    message_ids: [message.id],
    data: {
      message_type: 'outgoing',
      private: true,
      side_thread: thread.uuid,
      ...(mail.classification.suppress_auto_reply && { automatic: true }),
    },
  })
  return { message, conversation }
}

/**
 * Only the mail's own id leads to the side thread from now on. With all ids that it cites, a third party could claim
 * those of the customer's emails, and thereby the customer's next reply.
 */
async function insertSideThreadId(
  tx: Tx,
  { id: side_thread_id }: JoinedSideThread,
  { id: message_id, conversation_id }: MessageRow,
  source_id: string,
): Promise<void> {
  const isTaken = await tx.db
    .selectFrom('thread_ids')
    .select('source_id')
    .where('source_id', '=', source_id)
    .where('conversation_id', '=', conversation_id)
    .executeTakeFirst()
  if (isTaken) return
  await tx.db
    .insertInto('side_thread_ids')
    .values({ source_id, side_thread_id, message_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
