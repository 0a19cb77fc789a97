import type { Invitation } from '@parley/contract/agents/agent'
import { invitationRefusal } from '@parley/contract/agents/agents'
import { hasAllAdministrativePermissions } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, forbidden } from '../../http/errors.ts'
import { createPasswordToken, linkLifetimes, revokePasswordTokens } from '../auth/password-link.ts'
import { listRolePermissions } from '../roles/grant-checks.ts'
import { canSend, readMailServerSettings } from '../system-mail/mail-server-settings.ts'
import { queueSystemMail, type SystemMail } from '../system-mail/queue-system-mail.ts'
import { assertAccountAuthority } from './account-authority.ts'
import { type AgentRow, lockAgent } from './lock-agent.ts'

/** Whether the workspace has its own mail server, switched on. Without one, invitations wait. */
export const canMailInvitations = async (db: Db): Promise<boolean> =>
  canSend(await readMailServerSettings(db))

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

/** Each agent's latest invitation and its current state. Agents who joined without one are left out. */
export async function loadInvitations(
  db: Db,
  now: Date,
  agent_id?: number,
): Promise<(agent_id: number) => Invitation | null> {
  const filter = agent_id === undefined ? sql`` : sql`and a.id = ${agent_id}`
  const can_mail = await canMailInvitations(db)
  const { rows } = await sql<{ agent_id: number; state: Invitation['state']; at: Date }>`
    select a.id as agent_id, coalesce(
        case when p.created_at > coalesce(m.sent_at, m.created_at) then p.created_at end, m.sent_at, m.created_at, a.created_at) as at,
      case
        when a.password_hash is not null or a.last_login_at is not null then 'accepted'
        when m.status = 'pending' then case when ${can_mail}::boolean then 'waiting' else 'not_sent' end
        -- A link expires, or ends earlier when the address changes.
        when p.created_at <= m.sent_at then 'sent'
        -- A failed attempt leaves behind a link that was never delivered.
        when m.status = 'failed' and (p.created_at is null or p.created_at <= m.updated_at) then 'failed'
        when p.created_at is not null then 'link'
        when m.id is null then 'none'
        else 'expired' end as state
    from agents a
    left join lateral (select * from system_mails where agent_id = a.id and template = 'Invitation' order by id desc limit 1) m on true
    left join lateral (select max(created_at) as created_at from password_tokens
      where agent_id = a.id and expires_at > ${now}::timestamptz) p on true
    where a.deleted_at is null and not a.is_system ${filter}
      and (m.id is not null or (a.password_hash is null and a.last_login_at is null))`.execute(db)
  const byAgent = new Map(rows.map((row) => [row.agent_id, { state: row.state, at: row.at.toISOString() }]))
  return (id) => byAgent.get(id) ?? null
}
