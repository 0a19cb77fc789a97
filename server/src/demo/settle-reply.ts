import { sql } from 'kysely'
import type { Tx } from '../db/transact.ts'
import type { MessageRow } from '../features/messages/insert.ts'

/** A reply of the past: what the worker would have written after talking to the mail server, without talking to one. */
export async function settleReply(
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
  if (error) return
  await tx.db
    .updateTable('conversations')
    .set({
      first_reply_at: sql`coalesce(first_reply_at, ${tx.now})`,
      last_reply_at: tx.now,
      waiting_since: null,
    })
    .where('id', '=', conversation_id)
    .execute()
}
