import type { Tx } from '../../db/transaction.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { removeTeam } from '../conversations/assign-team.ts'
import { unassignActive } from '../conversations/unassign-active.ts'
import { listMemberNames } from './team-members.ts'
import { fieldsOf, lockTeam } from './write-team.ts'

/**
 * Active conversations are unassigned by the verb, each with a timeline line and an event. Closed ones lose the team
 * silently through the foreign key.
 */
export async function deleteTeam(tx: Tx, id: number): Promise<void> {
  const team = await lockTeam(tx, id)
  const conversations = await unassignActive(tx, 'assigned_team_id', id, removeTeam)
  const members = await listMemberNames(tx, id)
  await tx.db.deleteFrom('teams').where('id', '=', id).execute()
  await tx.record({
    type: 'team.deleted',
    object: { type: 'team', id },
    changes: changedFields({ ...fieldsOf(team), members }, null),
    data: { conversations },
  })
}
