import type { AgentChanges, AgentCreate } from '@parley/contract/agents/agents'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { revokePasswordTokens } from '../auth/password-link.ts'
import { endSessions } from '../auth/sessions/session.ts'
import { assertCanGrant, listRolePermissions } from '../roles/grant-checks.ts'
import { queueSystemMails } from '../system-mail/queue-system-mail.ts'
import { notifyAdministrators, notifyOfSecurityChange } from '../system-mail/security-change.ts'
import { assertAccountAuthority, assertCanGrantAdministrative } from './account-authority.ts'
import { invitationMail } from './invitation.ts'
import { assertAdminRemains } from './last-admin-guard.ts'
import { type AgentRow, lockAgent } from './lock-agent.ts'
import { readRolesAndTeams, replaceRolesAndTeams } from './roles-and-teams.ts'

/** New agents are enabled and offline, and have no password until they set one. Returns the id. */
export async function createAgent(tx: Tx, input: z.output<typeof AgentCreate>): Promise<number> {
  const { roles, teams, send_welcome_email, ...values } = input
  const permissions = await listRolePermissions(tx, { names: roles })
  assertCanGrant(tx.actor, permissions)
  const isAdministrator = assertCanGrantAdministrative(tx, permissions)
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
  changes: Omit<z.output<typeof AgentChanges>, 'new_password'>,
  password_hash: string | null,
): Promise<void> {
  const before = await lockAgent(tx, id)
  const previous = await readRolesAndTeams(tx, id)
  const { roles, teams, ...values } = { ...fieldsOf(before), ...previous, ...changes }
  if (!values.enabled && id === tx.actor.id) throw invalid('enabled', selfDisablingRefusal)
  const addedRoles = roles.filter((name) => !previous.roles.includes(name))
  const permissions = await listRolePermissions(tx, { names: addedRoles })
  assertCanGrant(tx.actor, permissions)
  const grantsAdministrative = assertCanGrantAdministrative(tx, permissions)
  const changesEmail = values.email !== before.email
  if (password_hash || changesEmail || (values.enabled && !before.enabled))
    await assertAccountAuthority(tx, id)
  await tx.db
    .updateTable('agents')
    .set({ ...values, ...(password_hash && { password_hash }), updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  const assigned = await replaceRolesAndTeams(tx, id, { roles, teams })
  if (assigned.roles.length === 0) throw unknownRoles()
  await assertAdminRemains(tx)

  const recordedChanges = {
    ...changedFields({ ...fieldsOf(before), ...previous }, { ...values, ...assigned }),
    // Record only that it changed.
    ...(password_hash && { password: [null, null] as [unknown, unknown] }),
  }
  if (Object.keys(recordedChanges).length > 0)
    await tx.record({ type: 'agent.changed', object: { type: 'agent', id }, changes: recordedChanges })
  if (password_hash || !values.enabled || changesEmail) await revokePasswordTokens(tx, id)
  if (password_hash || (before.enabled && !values.enabled)) await endSessions(tx, id)
  // Setting the first password is not a security change.
  if (password_hash && before.password_hash)
    await notifyOfSecurityChange(tx, id, { kind: 'password_changed' })
  if (changesEmail)
    await notifyOfSecurityChange(tx, id, { kind: 'email_changed', name: values.email }, { to: before.email })
  if (grantsAdministrative)
    await notifyAdministrators(tx, { kind: 'rights_granted', name: fullNameOf(values) })
}

const fieldsOf = ({ first_name, last_name, email, enabled, availability_status }: AgentRow) => ({
  first_name,
  last_name,
  email,
  enabled,
  availability_status,
})

export const selfDisablingRefusal = 'You can’t disable your own account. Ask another administrator'

export const fullNameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

const unknownRoles = () => invalid('roles', 'None of these roles exist. Choose at least one existing role')
