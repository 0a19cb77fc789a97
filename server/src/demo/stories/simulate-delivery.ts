import type { Tx } from '../../db/transaction.ts'
import type { MessageRow } from '../../features/conversations/timeline/insert-message.ts'
import { updateConversation } from '../../features/conversations/update-conversation.ts'

/** Marks a reply as delivered: the customer is no longer waiting, unless it failed. */
export async function simulateReplyDelivery(
  tx: Tx,
  conversation_id: number,
  m: MessageRow,
  error: string | null,
): Promise<void> {
  await simulateDelivery(tx, conversation_id, m, error)
  if (error) return
  const before = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversation_id)
    .executeTakeFirstOrThrow()
  const after = await updateConversation(tx, before, {
    first_reply_at: before.first_reply_at ?? tx.now,
    last_reply_at: tx.now,
    waiting_since: null,
  })
  await tx.record({
    type: 'message.changed',
    conversation: { before, after },
    message_ids: [m.id],
    changes: { status: [m.status, 'sent'] },
    data: { message_type: m.type, private: m.private },
  })
}

/** Writes what the worker would write after talking to the mail server, without talking to one. */
export async function simulateDelivery(
  tx: Tx,
  conversation_id: number,
  m: MessageRow,
  error: string | null,
): Promise<void> {
  await tx.dequeue(`send_message:${m.id}`)
  const source_id = `${m.uuid}@lumenoak.example`
  await tx.db
    .updateTable('messages')
    .set(
      error
        ? { status: 'failed', attempts: 1, delivery_error: error, source_id }
        : { status: 'sent', attempts: 1, sent_at: tx.now, source_id },
    )
    .where('id', '=', m.id)
    .execute()
  await tx.db
    .insertInto('thread_ids')
    .values({ source_id, conversation_id, inbox_id: m.inbox_id, message_id: m.id })
    .execute()
}
