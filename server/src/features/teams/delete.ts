import type { Tx } from '../../db/transact.ts'
import { changedFields } from '../../spine/changes.ts'
import { lockById } from '../conversations/access.ts'
import { removeTeam } from '../conversations/assign-team.ts'
import { fieldsOf, lockTeam } from './write.ts'

/** Its active conversations lose it by the verb, with a line and an event each; closed ones lose it silently, by the foreign key. */
export async function deleteTeam(tx: Tx, id: number): Promise<void> {
  const team = await lockTeam(tx, id)
  const active = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('assigned_team_id', '=', id)
    .where('status_category', '<>', 'closed')
    .orderBy('id')
    .execute()
  for (const conversation of active) {
    const c = await lockById(tx, conversation.id)
    if (c?.assigned_team_id === id) await removeTeam(tx, c)
  }
  const members = await tx.db
    .selectFrom('team_members')
    .select('agent_id')
    .where('team_id', '=', id)
    .orderBy('agent_id')
    .execute()
  await tx.db.deleteFrom('teams').where('id', '=', id).execute()
  await tx.record({
    type: 'team.deleted',
    object: { type: 'team', id },
    changes: changedFields({ ...fieldsOf(team), members: members.map((member) => member.agent_id) }, null),
    data: { conversations: active.length },
  })
}
