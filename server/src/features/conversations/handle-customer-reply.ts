import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { holdAfterCustomerReply } from './scheduled-replies.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'
import { reopen } from './wake-conversation.ts'

/**
 * A customer reply reopens the conversation, puts scheduled replies on hold, and unassigns an agent who is away with
 * "reassign replies" on (docs/spec/wire.md#status-changes).
 */
export const handleCustomerReply = async (tx: Tx, c: ConversationRow): Promise<ConversationRow> =>
  unassignAwayAgent(tx, await holdAfterCustomerReply(tx, await reopen(tx, c, 'reopened')))

async function unassignAwayAgent(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  if (c.assigned_user_id === null) return c
  const agent = await tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'availability_status'])
    .where('id', '=', c.assigned_user_id)
    .executeTakeFirstOrThrow()
  if (agent.availability_status !== 'away_and_reassigning') return c
  const after = await updateConversation(tx, c, { assigned_user_id: null })
  const message_id = await insertActivity(tx, after, {
    type: 'unassigned_away',
    data: { assignee: `${agent.first_name} ${agent.last_name}`.trim() },
  })
  await tx.record({
    type: 'conversation.user_removed',
    conversation: { before: c, after },
    message_ids: [message_id],
    data: { reason: 'away_and_reassigning' },
  })
  return after
}
