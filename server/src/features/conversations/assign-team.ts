import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'

/** Assigning another team unassigns the agent (docs/spec/wire.md#assignment). */
export async function assignTeam(tx: Tx, c: ConversationRow, team_id: number): Promise<ConversationRow> {
  if (c.assigned_team_id === team_id) return c
  const team = await getTeamName(tx.db, team_id)
  const after = await updateConversation(tx, c, { assigned_team_id: team_id, assigned_user_id: null })
  const message_id = await insertActivity(tx, after, { type: 'assigned_team', data: { team } })
  await tx.record({
    type: 'conversation.team_assigned',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}

export async function getTeamName(db: Db, id: number): Promise<string> {
  const team = await db.selectFrom('teams').select('name').where('id', '=', id).executeTakeFirst()
  if (!team) throw invalid('assignee_id', 'This team doesn’t exist')
  return team.name
}

/** Does nothing and records no event when there is no team to remove. */
export async function removeTeam(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  if (c.assigned_team_id === null) return c
  const team = await tx.db
    .selectFrom('teams')
    .select('name')
    .where('id', '=', c.assigned_team_id)
    .executeTakeFirstOrThrow()
  const after = await updateConversation(tx, c, { assigned_team_id: null })
  const message_id = await insertActivity(tx, after, { type: 'unassigned_team', data: { team: team.name } })
  await tx.record({
    type: 'conversation.team_removed',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}
