import { invitationRefusal } from '@parley/contract/agents/agents'
import { hasAllAdministrativePermissions } from '@parley/contract/roles/permissions'
import type { Tx } from '../../db/transaction.ts'
import { conflict, forbidden } from '../../http/errors.ts'
import { createPasswordToken, linkLifetimes, revokePasswordTokens } from '../../identity/password-tokens.ts'
import { queueSystemMail, type SystemMail } from '../../system-mail/queue-system-mail.ts'
import { listRolePermissions } from '../roles/grant-checks.ts'
import { assertAccountAuthority } from './account-authority.ts'
import type { AgentRow } from './agents.ts'
import { lockAgent } from './lock-agent.ts'

export const invitationMail = (tx: Tx, agent_id: number): SystemMail => ({
  template: 'Invitation',
  agent_id,
  data: { author_id: tx.actor.id },
})

/** Emails a new link to an agent who has not accepted yet. Earlier links are revoked, and a queued invitation is not sent. */
export async function resendInvitation(tx: Tx, id: number): Promise<void> {
  await lockInvited(tx, id)
  await revokeInvitations(tx, id)
  await queueSystemMail(tx, invitationMail(tx, id))
  await tx.record({ type: 'agent.invited', object: { type: 'agent', id } })
}

/**
 * A new link to pass on by means other than email. Anyone who has it is that agent, so the actor must hold all of the agent's
 * permissions; otherwise the link would grant permissions they lack.
 */
export async function createInvitationLink(
  tx: Tx,
  id: number,
  root_url: string,
): Promise<{ url: string; expires_at: string }> {
  const agent = await lockInvited(tx, id)
  await assertAccountAuthority(tx, agent.id)
  const permissions = await listRolePermissions(tx, { agent_id: id })
  const exceedsOwnPermissions = permissions.some((permission) => !tx.actor.permissions.has(permission))
  if (exceedsOwnPermissions && !hasAllAdministrativePermissions(tx.actor))
    throw forbidden(
      'This agent has permissions that you don’t have. Ask someone with every administrative permission',
    )
  await revokeInvitations(tx, id)
  const { ms } = linkLifetimes.Invitation
  const token = await createPasswordToken(tx, id, ms)
  await tx.record({ type: 'agent.invitation_link_created', object: { type: 'agent', id } })
  return {
    url: `${root_url}/set-password?token=${token}`,
    expires_at: new Date(tx.now.getTime() + ms).toISOString(),
  }
}

async function lockInvited(tx: Tx, id: number): Promise<AgentRow> {
  const agent = await lockAgent(tx, id)
  const { password_hash, last_login_at, enabled } = agent
  const refusal = invitationRefusal({
    enabled,
    has_signed_in_before: password_hash !== null || last_login_at !== null,
  })
  if (refusal) throw conflict(refusal)
  return agent
}

async function revokeInvitations(tx: Tx, id: number): Promise<void> {
  // Before the links: an invitation that is being sent right now commits its link first.
  await tx.db
    .deleteFrom('system_mails')
    .where('agent_id', '=', id)
    .where('template', '=', 'Invitation')
    .where('status', '=', 'pending')
    .execute()
  await revokePasswordTokens(tx, id)
}
