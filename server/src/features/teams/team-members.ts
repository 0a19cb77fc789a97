import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'

/** Returns the member names before and after, as shown in the activity log. */
export async function replaceMembers(
  tx: Tx,
  team_id: number,
  agent_ids: readonly number[],
): Promise<[before: string[], after: string[]]> {
  const requestedIds = new Set(agent_ids)
  const existing = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', [0, ...requestedIds])
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    // An agent who is being deleted concurrently must not remain a member.
    .forShare()
    .execute()
  const missing = [...requestedIds].find((id) => !existing.some((agent) => agent.id === id))
  if (missing) throw invalid('member_ids', `There is no agent ${missing}. Choose the members again`)
  const before = await listMemberNames(tx, team_id)
  await tx.db.deleteFrom('team_members').where('team_id', '=', team_id).execute()
  if (requestedIds.size > 0)
    await tx.db
      .insertInto('team_members')
      .values([...requestedIds].map((agent_id) => ({ team_id, agent_id })))
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
