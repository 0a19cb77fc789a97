import { withSavepoint } from '../../../db/savepoint.ts'
import type { Tx } from '../../../db/transaction.ts'
import { AppError } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { upsertContact } from '../../contacts/upsert-contact.ts'
import { assignTeam } from '../../conversations/assign-team.ts'
import { assignUser } from '../../conversations/assign-user.ts'
import { insertConversation } from '../../conversations/insert-conversation.ts'
import { recordRefusedActions } from '../../conversations/record-refused-actions.ts'
import { applyMessageMacros } from '../../macros/message-macros.ts'
import { queueReply } from '../send-message.ts'
import { type HeldSendRow, heldConversationStart, heldMacros } from './hold-reply.ts'

/**
 * Starts the held conversation, in the order of createConversation. Nothing is refused at this point: sending through
 * an inbox that was disabled during the window fails with a message, as for any reply, and an agent who has left is
 * reported in the timeline.
 */
export async function startHeldConversation(
  tx: Tx,
  held: HeldSendRow,
  reply: Parameters<typeof queueReply>[2],
): Promise<void> {
  const start = heldConversationStart(held)
  if (!start) return
  const contact = await upsertContact(tx, { ...start, email: start.contact_email })
  const created = await insertConversation(tx, { ...start, contact })
  await queueReply(tx, created, reply)
  let c = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow()
  const { team_id, agent_id, names } = start
  if (team_id !== null)
    c = await assignOrRecordRefusal(tx, c, ['assign_team', names.team], (c) => assignTeam(tx, c, team_id))
  if (agent_id !== null)
    c = await assignOrRecordRefusal(tx, c, ['assign_user', names.agent], (c) => assignUser(tx, c, agent_id))
  await applyMessageMacros(tx, c, heldMacros(held))
}

async function assignOrRecordRefusal(
  tx: Tx,
  c: ConversationRow,
  [action, what]: ['assign_team' | 'assign_user', string | null],
  assign: (c: ConversationRow) => Promise<ConversationRow>,
): Promise<ConversationRow> {
  const result = await withSavepoint(tx, () => assign(c))
  if (!(result instanceof AppError)) return result
  await recordRefusedActions(tx, c, [{ macro: null, action, what: what ?? '', reason: result.message }])
  return c
}
