import type { TeamChanges, TeamWrite } from '@parley/contract/teams/teams'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { removeTeam } from '../conversations/assign-team.ts'
import { unassignActive } from '../conversations/unassign-active.ts'
import { listMemberNames, replaceMembers } from './team-members.ts'
import { teamEntity } from './teams.ts'

/** Returns the id. */
export async function createTeam(
  tx: Tx,
  { member_ids = [], ...values }: z.output<typeof TeamWrite>,
): Promise<number> {
  const { id } = await teamEntity.create(tx, values, async (team) => {
    const [, members] = await replaceMembers(tx, team.id, member_ids)
    return members.length > 0 ? { changes: { members: [null, members] } } : {}
  })
  return id
}

export async function updateTeam(
  tx: Tx,
  id: number,
  { member_ids, ...values }: z.output<typeof TeamChanges>,
): Promise<void> {
  const before = await teamEntity.lock(tx, id)
  const [previous, members] = member_ids ? await replaceMembers(tx, id, member_ids) : [[], []]
  await teamEntity.update(tx, before, values, { changes: changedFields({ members: previous }, { members }) })
}

/**
 * Active conversations are unassigned by the verb, each with a timeline line and an event. Closed ones lose the team
 * silently through the foreign key.
 */
export async function deleteTeam(tx: Tx, id: number): Promise<void> {
  const before = await teamEntity.lockExclusively(tx, id)
  const conversations = await unassignActive(tx, 'assigned_team_id', id, removeTeam)
  const members = await listMemberNames(tx, id)
  await teamEntity.delete(tx, before, { changes: { members: [members, null] }, data: { conversations } })
}
