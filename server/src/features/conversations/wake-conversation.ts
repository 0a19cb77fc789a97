import { lockById } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { openStatusId } from '../statuses/default-status-ids.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'

export const wakeJobKey = (conversation_id: number) => `wake_conversation:${conversation_id}`

/**
 * Job that runs when a snooze ends and reopens the conversation. Checks again under the lock, because it may have been
 * snoozed again.
 */
export async function wakeConversation(tx: Tx, conversation_id: number): Promise<void> {
  const c = await lockById(tx, conversation_id)
  if (!c?.snoozed_until || c.snoozed_until > tx.now) return
  await reopen(tx, c, 'woke_up')
}

/** Sets the status to Open, for a timer or a customer email. Does nothing if it is open already. */
export async function reopen(
  tx: Tx,
  c: ConversationRow,
  reason: 'woke_up' | 'reopened',
): Promise<ConversationRow> {
  if (c.status_category === 'open') return c
  const open = await tx.db
    .selectFrom('statuses')
    .select(['id', 'category'])
    .where('id', '=', openStatusId)
    .executeTakeFirstOrThrow()
  const after = await updateConversation(tx, c, {
    status_id: open.id,
    status_category: open.category,
    snoozed_until: null,
  })
  if (c.snoozed_until) await tx.dequeue(wakeJobKey(c.id))
  const message_id = await insertActivity(tx, after, { type: reason, data: {} })
  await tx.record({
    type: reason === 'woke_up' ? 'conversation.woken' : 'conversation.reopened',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}
