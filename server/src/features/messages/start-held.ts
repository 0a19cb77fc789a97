import { attempt } from '../../db/attempt.ts'
import type { Tx } from '../../db/transact.ts'
import { AppError } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { upsertContact } from '../contacts/upsert.ts'
import { tellRefused } from '../conversations/action-refused.ts'
import { assignTeam } from '../conversations/assign-team.ts'
import { assignUser } from '../conversations/assign-user.ts'
import { openConversation } from '../conversations/create.ts'
import { applyChosen } from '../macros/chosen.ts'
import { type HeldRow, readMacros, readStart } from './hold.ts'
import { queueReply } from './send.ts'

/**
 * Starts the conversation that was held, in the order of createConversation. Nothing here is refused any more: an inbox that was switched off
 * within the window fails to send, in words, as with any reply, and an agent who left is named in the timeline.
 */
export async function startHeld(
  tx: Tx,
  held: HeldRow,
  reply: Parameters<typeof queueReply>[2],
): Promise<void> {
  const start = readStart(held)
  if (!start) return
  const contact = await upsertContact(tx, { ...start, email: start.contact_email })
  const empty = await openConversation(tx, { ...start, contact })
  await queueReply(tx, empty, reply)
  let c = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', empty.id)
    .executeTakeFirstOrThrow()
  const { team_id, agent_id, names } = start
  if (team_id !== null)
    c = await orTell(tx, c, ['assign_team', names.team], (c) => assignTeam(tx, c, team_id))
  if (agent_id !== null)
    c = await orTell(tx, c, ['assign_user', names.agent], (c) => assignUser(tx, c, agent_id))
  await applyChosen(tx, c, readMacros(held))
}

async function orTell(
  tx: Tx,
  c: ConversationRow,
  [action, what]: ['assign_team' | 'assign_user', string | null],
  assign: (c: ConversationRow) => Promise<ConversationRow>,
): Promise<ConversationRow> {
  const done = await attempt(tx, () => assign(c))
  if (!(done instanceof AppError)) return done
  await tellRefused(tx, c, [{ macro: null, action, what: what ?? '', reason: done.message }])
  return c
}
