import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { refreshScheduledAt, sendScheduledJobKey } from '../../conversations/scheduled-replies.ts'
import { insertActivity } from '../../conversations/timeline/insert-message.ts'
import { handOverScheduledMedia } from '../../media/attach-media.ts'
import { lockScheduledReply, type ScheduledReplyRow } from './scheduled-row.ts'

/**
 * Takes a reply back before it is sent. Its content and files go to whoever cancels it. Repeating the request returns
 * the same, because an answer can get lost.
 */
export async function cancelScheduled(tx: Tx, c: ConversationRow, uuid: string): Promise<ScheduledReplyRow> {
  const row = await lockScheduledReply(tx, c, uuid)
  if (row.cancelled_at) return row
  const cancelled = await tx.db
    .updateTable('scheduled_replies')
    .set({
      cancelled_at: tx.now,
      cancelled_by_id: tx.actor.id,
      updated_at: tx.now,
      version: sql`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.dequeue(sendScheduledJobKey(row.id))
  await handOverScheduledMedia(tx, row.id)
  const after = await refreshScheduledAt(tx, c)
  const message_id = await insertActivity(tx, after, { type: 'scheduled_reply_cancelled', data: {} })
  await tx.record({
    type: 'conversation.scheduled_reply_cancelled',
    conversation: { before: c, after },
    message_ids: [message_id],
    data: { scheduled_reply: row.uuid, agent_id: row.agent_id },
  })
  return cancelled
}
