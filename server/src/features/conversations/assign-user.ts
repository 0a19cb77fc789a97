import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'

export async function assignUser(tx: Tx, c: ConversationRow, agent_id: number): Promise<ConversationRow> {
  if (c.assigned_user_id === agent_id) return c
  const assignee = await getAssignableName(tx.db, agent_id)
  const after = await updateConversation(tx, c, { assigned_user_id: agent_id })
  const message_id = await insertActivity(tx, after, {
    type: agent_id === tx.actor.id ? 'self_assigned' : 'assigned_user',
    data: { assignee },
  })
  await tx.record({
    type: 'conversation.user_assigned',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}

/** The name of an agent who can be assigned conversations. Throws with the reason if they can't. */
export async function getAssignableName(db: Db, agent_id: number): Promise<string> {
  const agent = await db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'enabled'])
    .where('id', '=', agent_id)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
  if (!agent) throw invalid('assignee_id', 'This agent doesn’t exist')
  if (!agent.enabled) throw invalid('assignee_id', `${fullName(agent)} is disabled and can’t be assigned`)
  return fullName(agent)
}

/** Does nothing and records no event when nobody is assigned. */
export async function removeUser(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  if (c.assigned_user_id === null) return c
  const agent = await tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name'])
    .where('id', '=', c.assigned_user_id)
    .executeTakeFirstOrThrow()
  const after = await updateConversation(tx, c, { assigned_user_id: null })
  const message_id = await insertActivity(tx, after, {
    type: 'unassigned_user',
    data: { assignee: fullName(agent) },
  })
  await tx.record({
    type: 'conversation.user_removed',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}

const fullName = (agent: { first_name: string; last_name: string }) =>
  `${agent.first_name} ${agent.last_name}`.trim()
