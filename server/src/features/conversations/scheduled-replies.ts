import type { ScheduleHoldReason } from '@parley/contract/messages/scheduled-replies'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'

export const sendScheduledJobKey = (id: number) => `send_scheduled_reply:${id}`

/**
 * Updates the conversation after any change to its scheduled replies. Its version increases even if the next time
 * stays the same, because its rows on screen show who wrote the reply and whether it is on hold.
 */
export const refreshScheduledAt = (tx: Tx, c: ConversationRow): Promise<ConversationRow> =>
  updateConversation(tx, c, {
    scheduled_at: (eb) =>
      eb
        .selectFrom('scheduled_replies')
        .select((min) => min.fn.min('send_at').as('at'))
        .where('conversation_id', '=', c.id)
        .where('cancelled_at', 'is', null),
  })

/** Puts the replies that should not be sent after the customer wrote on hold, and tells their authors. */
export async function holdAfterCustomerReply(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  if (c.scheduled_at === null) return c
  const due = await tx.db
    .selectFrom('scheduled_replies')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('hold_if_customer_replies', '=', true)
    .where('on_hold_since', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('send_at')
    .orderBy('id')
    .execute()
  let current = c
  for (const { id } of due) current = await holdScheduledReply(tx, current, id, 'customer_replied')
  return current
}

/** Keeps a reply from being sent until someone decides. Its author is told by the event. */
export async function holdScheduledReply(
  tx: Tx,
  c: ConversationRow,
  id: number,
  reason: ScheduleHoldReason,
): Promise<ConversationRow> {
  const held = await tx.db
    .updateTable('scheduled_replies as s')
    .from('agents as a')
    .set({ on_hold_since: tx.now, on_hold_reason: reason, updated_at: tx.now, version: sql`s.version + 1` })
    .where('s.id', '=', id)
    .whereRef('a.id', '=', 's.agent_id')
    .returning(['s.uuid', 's.agent_id', 'a.first_name', 'a.last_name'])
    .executeTakeFirstOrThrow()
  await tx.dequeue(sendScheduledJobKey(id))
  const after = await refreshScheduledAt(tx, c)
  const { uuid, agent_id } = held
  const message_id = await insertActivity(tx, after, {
    type: 'scheduled_reply_held',
    data: { reason, agent_id, author: `${held.first_name} ${held.last_name}`.trim() },
  })
  await tx.record({
    type: 'conversation.scheduled_reply_held',
    conversation: { before: c, after },
    message_ids: [message_id],
    data: { scheduled_reply: uuid, agent_id, reason },
  })
  return after
}
