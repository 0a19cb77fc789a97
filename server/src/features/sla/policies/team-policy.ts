import { lockByIdEvenHidden } from '../../../conversation-access.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { updateClocks } from '../clocks/update-clocks.ts'
import { applyPolicy } from './apply-policy.ts'

export const teamPolicyJob = 'sla_of_team'
export const teamPolicyJobKey = (conversation_id: number) => `${teamPolicyJob}:${conversation_id}`

/**
 * Job, after a team was assigned: applies the team's policy, if it has one (docs/spec/wire.md#assignment). A policy that was chosen or removed since
 * then takes precedence and continues in the new team's business hours.
 */
export async function applyTeamPolicy(tx: Tx, conversation_id: number, assigned_at: Date): Promise<void> {
  const c = await lockByIdEvenHidden(tx, conversation_id)
  if (!c) return
  const policy_id = await findTeamPolicyId(tx, c, assigned_at)
  if (policy_id !== null && policy_id !== c.sla_policy_id) await applyPolicy(tx, c, policy_id, 'team')
  else await updateClocks(tx, c)
}

/** The policy of the conversation's team; null when there is none or someone chose a policy since. */
async function findTeamPolicyId(tx: Tx, c: ConversationRow, assigned_at: Date): Promise<number | null> {
  if (!c.assigned_team_id) return null
  const team = await tx.db
    .selectFrom('teams')
    .select('sla_policy_id')
    .where('id', '=', c.assigned_team_id)
    .executeTakeFirst()
  if (!team?.sla_policy_id) return null
  const latest = await tx.db
    .selectFrom('applied_slas')
    .select(['reason', 'created_at', 'ended_at', 'ended_by'])
    .where('conversation_id', '=', c.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isChosen = latest && latest.reason !== 'team' && latest.created_at >= assigned_at
  const isRemoved = latest?.ended_by === 'removed' && latest.ended_at && latest.ended_at >= assigned_at
  return isChosen || isRemoved ? null : team.sla_policy_id
}
