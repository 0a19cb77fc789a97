import type { Tx } from '../../db/transact.ts'
import { lockById } from '../conversations/access.ts'
import { applyPolicy } from './apply.ts'

export const teamJob = 'sla_of_team'
export const teamJobKey = (conversation_id: number) => `${teamJob}:${conversation_id}`

/**
 * Job, once a team was assigned: the conversation is promised what the team promises, if anything (api-contract 8.7). Who chose or removed
 * a policy since then knew better.
 */
export async function applyTeamPolicy(tx: Tx, conversation_id: number, assigned_at: Date): Promise<void> {
  const c = await lockById(tx, conversation_id)
  if (!c?.assigned_team_id) return
  const team = await tx.db
    .selectFrom('teams')
    .select('sla_policy_id')
    .where('id', '=', c.assigned_team_id)
    .executeTakeFirst()
  if (!team?.sla_policy_id) return
  const latest = await tx.db
    .selectFrom('applied_slas')
    .select(['reason', 'created_at', 'ended_at', 'ended_by'])
    .where('conversation_id', '=', c.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isChosen = latest && latest.reason !== 'team' && latest.created_at >= assigned_at
  const isRemoved = latest?.ended_by === 'removed' && latest.ended_at && latest.ended_at >= assigned_at
  if (!isChosen && !isRemoved) await applyPolicy(tx, c, team.sla_policy_id, 'team')
}
