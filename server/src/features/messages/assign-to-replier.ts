import { maySee } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { accessKeys } from '../../spine/record-event.ts'
import { assignUser } from '../conversations/assign-user.ts'

/**
 * Assigns a conversation that nobody has to the agent who replied, if that is their preference. Before macros and the
 * status, which may decide otherwise. Rules and API keys reply for a team, not for a person.
 */
export async function assignToReplier(tx: Tx, conversation_id: number): Promise<void> {
  const { kind, id, permissions } = tx.actor
  if (kind !== 'agent' || !permissions.has('conversations:update_user_assignee')) return
  const preference = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', '=', id)
    .where('assign_on_reply', '=', true)
    .executeTakeFirst()
  if (!preference) return
  const c = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversation_id)
    .where('assigned_user_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // A held reply is sent later, when its author may have lost access.
  if (c && maySee(tx.actor, accessKeys(c))) await assignUser(tx, c, id)
}
