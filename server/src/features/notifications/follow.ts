import { maySee } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { loadActorsByAgentId } from '../../identity/load-actor.ts'
import { accessKeys, type ConversationRow } from '../../spine/record-event.ts'
import { follow, unfollow } from '../conversations/followers.ts'
import type { Notice } from './notice.ts'

/** Job: ends follows of agents whose access changed with their roles, teams or account. */
export const endFollowsJob = 'end_follows'

/** Mentioned agents follow the conversation from now on, if they have access and didn't turn it off. */
export async function followMentioned(tx: Tx, { agent_ids, conversation_id }: Notice): Promise<void> {
  const c = await findConversation(tx, conversation_id)
  if (!c) return
  const actors = await loadActorsByAgentId(tx.db, agent_ids)
  if (actors.size === 0) return
  const rows = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', [...actors.keys()])
    .where('follow_mentions', '=', true)
    .orderBy('id')
    .execute()
  for (const { id } of rows) {
    const actor = actors.get(id)
    if (actor && maySee(actor, accessKeys(c))) await follow(tx, c, id)
  }
}

/** Ends the follows of agents who no longer have access to the conversation. Those of a deleted one end with it. */
export async function endFollowsOf(tx: Tx, conversation_id: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('followers')
    .select('agent_id')
    .where('conversation_id', '=', conversation_id)
    .orderBy('agent_id')
    .execute()
  const c = rows.length > 0 ? await findConversation(tx, conversation_id) : undefined
  if (!c) return
  const actors = await loadActorsByAgentId(
    tx.db,
    rows.map(({ agent_id }) => agent_id),
  )
  for (const { agent_id } of rows) {
    const actor = actors.get(agent_id)
    if (!actor || !maySee(actor, accessKeys(c))) await unfollow(tx, c, agent_id)
  }
}

/** The same for everything that anyone follows. */
export async function endFollows(tx: Tx): Promise<void> {
  const rows = await tx.db
    .selectFrom('followers')
    .select('conversation_id')
    .distinct()
    .orderBy('conversation_id')
    .execute()
  for (const { conversation_id } of rows) await endFollowsOf(tx, conversation_id)
}

const findConversation = (tx: Tx, id: number): Promise<ConversationRow | undefined> =>
  tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
