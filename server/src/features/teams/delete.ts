import type { Tx } from '../../db/transact.ts'
import { changedFields } from '../../spine/changes.ts'
import { removeTeam } from '../conversations/assign-team.ts'
import { releaseActive } from '../conversations/release.ts'
import { readMembers } from './members.ts'
import { fieldsOf, lockTeam } from './write.ts'

/** Its active conversations lose it by the verb, with a line and an event each; closed ones lose it silently, by the foreign key. */
export async function deleteTeam(tx: Tx, id: number): Promise<void> {
  const team = await lockTeam(tx, id)
  const conversations = await releaseActive(tx, 'assigned_team_id', id, removeTeam)
  const members = await readMembers(tx, id)
  await tx.db.deleteFrom('teams').where('id', '=', id).execute()
  await tx.record({
    type: 'team.deleted',
    object: { type: 'team', id },
    changes: changedFields({ ...fieldsOf(team), members }, null),
    data: { conversations },
  })
}
