import { retryRefusal } from '@parley/contract/messages/messages'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { withMerged } from '../../merged-conversations.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

/** Retries a failed reply manually. The number of attempts starts over. */
export async function retryMessage(tx: Tx, c: ConversationRow, message_uuid: string): Promise<void> {
  const m = await tx.db
    .selectFrom('messages')
    .selectAll()
    .where('uuid', '=', message_uuid)
    .where('conversation_id', '=', sql<number>`any(${withMerged(c.id)})`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!m) throw notFound('Message')
  const reason = retryRefusal({
    ...m,
    status: m.status === 'sending' ? 'pending' : m.status,
    // Only whether it is set matters here.
    side_thread_uuid: m.side_thread_id === null ? null : m.uuid,
  })
  if (reason) throw conflict(reason)
  await tx.db
    .updateTable('messages')
    .set({
      status: 'pending',
      attempts: 0,
      next_attempt_at: null,
      delivery_error: null,
      delivery_details: null,
      sent_at: null,
      updated_at: tx.now,
      version: sql`version + 1`,
    })
    .where('id', '=', m.id)
    .execute()
  await tx.enqueue('send_message', { id: m.id }, { key: `send_message:${m.id}` })
  await tx.record({
    type: 'message.changed',
    conversation: { before: c, after: c },
    message_ids: [m.id],
    changes: { status: [m.status, 'pending'] },
  })
}
