import type { AgentChanges, AgentCreate } from '@parley/contract/agents/agents'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { revokePasswordTokens } from '../../identity/password-tokens.ts'
import { endSessions } from '../../identity/sessions/session.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { queueSystemMails } from '../../system-mail/queue-system-mail.ts'
import { notifyAdministrators, notifyOfSecurityChange } from '../../system-mail/security-notices.ts'
import { removeUser } from '../conversations/assign-user.ts'
import { unassignActive } from '../conversations/unassign-active.ts'
import { assertCanGrant, assertCanGrantAdministrative, listRolePermissions } from '../roles/grant-checks.ts'
import { assertAccountAuthority } from './account-authority.ts'
import { type AgentRow, agentEntity } from './agents.ts'
import { clearedApiKey } from './api-key.ts'
import { invitationMail } from './invitation.ts'
import { assertAdminRemains } from './last-admin-guard.ts'
import { lockAgent } from './lock-agent.ts'
import { readRolesAndTeams, replaceRolesAndTeams } from './roles-and-teams.ts'

/** New agents are enabled and offline, and have no password until they set one. Returns the id. */
export async function createAgent(tx: Tx, input: z.output<typeof AgentCreate>): Promise<number> {
  const { roles, teams, send_welcome_email, ...values } = input
  const isAdministrator = await assertCanGrantRoles(tx, roles)
  const { id } = await tx.db
    .insertInto('agents')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const assigned = await replaceRolesAndTeams(tx, id, { roles, teams })
  if (assigned.roles.length === 0) throw unknownRoles()
  await recordCreated(tx, [{ id, fields: { ...values, ...assigned } }], send_welcome_email)
  if (isAdministrator) await notifyAdministrators(tx, { kind: 'rights_granted', name: fullNameOf(values) })
  return id
}

/** Records new agents and queues their invitations, for one or many at once. */
export async function recordCreated(
  tx: Tx,
  agents: readonly { id: number; fields: Record<string, unknown> }[],
  invite: boolean,
): Promise<void> {
  await tx.recordAll(
    agents.map(({ id, fields }) => ({
      type: 'agent.created',
      object: { type: 'agent', id },
      changes: changedFields(null, { ...fields, enabled: true }),
    })),
  )
  const invitations = agents.map(({ id }) => invitationMail(tx, id))
  if (invite) await queueSystemMails(tx, invitations)
}

/**
 * Updates the fields that administrators set. Setting a new password (given as its hash) or disabling the agent ends all sessions
 * immediately (docs/spec/product-decisions.md#sessions).
 */
export async function updateAgent(
  tx: Tx,
  id: number,
  { roles, teams, ...values }: Omit<z.output<typeof AgentChanges>, 'new_password'>,
  password_hash: string | null,
): Promise<void> {
  const before = await lockAgent(tx, id)
  const previous = await readRolesAndTeams(tx, id)
  const requested = { roles: roles ?? previous.roles, teams: teams ?? previous.teams }
  if (values.enabled === false && id === tx.actor.id) throw invalid('enabled', selfDisablingRefusal)
  const isExtended = await assertCanGrantRoles(
    tx,
    requested.roles.filter((name) => !previous.roles.includes(name)),
  )
  const isAccessGained = password_hash !== null || (values.email ?? before.email) !== before.email
  if (isAccessGained || (values.enabled && !before.enabled)) await assertAccountAuthority(tx, id)
  const assigned = await replaceRolesAndTeams(tx, id, requested)
  if (assigned.roles.length === 0) throw unknownRoles()
  const after = await agentEntity.update(
    tx,
    before,
    { ...values, ...(password_hash && { password_hash }) },
    // Of a password only that it changed.
    { changes: { ...changedFields(previous, assigned), ...(password_hash && { password: [null, null] }) } },
  )
  await assertAdminRemains(tx)
  await revokeAccess(tx, before, after)
  if (isExtended) await notifyAdministrators(tx, { kind: 'rights_granted', name: fullNameOf(after) })
}

/** Asserts that the actor may grant these roles. Returns whether they include an administrative permission. */
async function assertCanGrantRoles(tx: Tx, roles: readonly string[]): Promise<boolean> {
  const permissions = await listRolePermissions(tx, { names: roles })
  assertCanGrant(tx.actor, permissions)
  return assertCanGrantAdministrative(tx, permissions)
}

/** Ends what no longer holds after a change of password or address, or after disabling, and tells the agent. */
async function revokeAccess(tx: Tx, before: AgentRow, after: AgentRow): Promise<void> {
  const { id } = before
  const [hasNewPassword, hasNewEmail] = [
    after.password_hash !== before.password_hash,
    after.email !== before.email,
  ]
  if (hasNewPassword || !after.enabled || hasNewEmail) await revokePasswordTokens(tx, id)
  if (hasNewPassword || (before.enabled && !after.enabled)) await endSessions(tx, id)
  // Setting the first password is not a security change.
  if (hasNewPassword && before.password_hash)
    await notifyOfSecurityChange(tx, id, { kind: 'password_changed' })
  if (hasNewEmail)
    await notifyOfSecurityChange(tx, id, { kind: 'email_changed', name: after.email }, { to: before.email })
}

/**
 * Soft delete: the row stays as the author of what the agent wrote; sign-in, API key, roles, teams and sessions are removed. Active
 * conversations are unassigned by the verb, with an activity line and an event each; closed ones keep their assignee.
 */
export async function deleteAgent(tx: Tx, id: number): Promise<void> {
  if (id === tx.actor.id) throw invalid('id', selfDeletionRefusal)
  const { first_name, last_name, email } = await lockAgent(tx, id)
  const previous = await readRolesAndTeams(tx, id)
  const conversations = await unassignActive(tx, 'assigned_user_id', id, removeUser)
  await tx.db
    .updateTable('agents')
    .set({
      deleted_at: tx.now,
      updated_at: tx.now,
      enabled: false,
      availability_status: 'offline',
      password_hash: null,
      ...clearedApiKey,
    })
    .where('id', '=', id)
    .execute()
  await tx.db.deleteFrom('agent_roles').where('agent_id', '=', id).execute()
  await tx.db.deleteFrom('team_members').where('agent_id', '=', id).execute()
  for (const factor of ['totp_factors', 'passkeys', 'recovery_codes'] as const)
    await tx.db.deleteFrom(factor).where('agent_id', '=', id).execute()
  await assertAdminRemains(tx)
  await agentEntity.record(tx, 'deleted', id, {
    changes: changedFields({ first_name, last_name, email, ...previous }, null),
    data: { conversations },
  })
  await endSessions(tx, id)
}

export const selfDeletionRefusal = 'You can’t delete your own account. Ask another administrator'

export const selfDisablingRefusal = 'You can’t disable your own account. Ask another administrator'

export const fullNameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

const unknownRoles = () => invalid('roles', 'None of these roles exist. Choose at least one existing role')
