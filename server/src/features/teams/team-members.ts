import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'

/** Answers the names of those who were and those who are members, as the activity log tells them. */
export async function replaceMembers(
  tx: Tx,
  team_id: number,
  agent_ids: readonly number[],
): Promise<[before: string[], after: string[]]> {
  const wanted = new Set(agent_ids)
  const existing = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', [0, ...wanted])
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    // Somebody who is deleted at this moment must not stay behind as a member.
    .forShare()
    .execute()
  const missing = [...wanted].find((id) => !existing.some((agent) => agent.id === id))
  if (missing) throw invalid('member_ids', `There is no agent ${missing}. Choose the members again`)
  const before = await listMemberNames(tx, team_id)
  await tx.db.deleteFrom('team_members').where('team_id', '=', team_id).execute()
  if (wanted.size > 0)
    await tx.db
      .insertInto('team_members')
      .values([...wanted].map((agent_id) => ({ team_id, agent_id })))
      .execute()
  return [before, await listMemberNames(tx, team_id)]
}

export async function listMemberNames(tx: Tx, team_id: number): Promise<string[]> {
  const members = await tx.db
    .selectFrom('team_members as tm')
    .innerJoin('agents as a', 'a.id', 'tm.agent_id')
    .select(['a.first_name', 'a.last_name'])
    .where('tm.team_id', '=', team_id)
    .orderBy('a.first_name')
    .orderBy('a.id')
    .execute()
  return members.map((agent) => `${agent.first_name} ${agent.last_name}`.trim())
}
