import type { AgentChanges, AgentCreate } from '@parley/contract/agents'
import type { z } from 'zod'
import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import { changedFields } from '../../spine/changes.ts'
import { forgetPasswordTokens } from '../auth/password-link.ts'
import { endSessions } from '../auth/session.ts'
import { mustHoldGiven, permissionsOfRoles } from '../roles/administrative.ts'
import { queueSystemMails } from '../system-mail/queue.ts'
import { notifyAdministrators, tellOfSecurityChange } from '../system-mail/security-change.ts'
import { assertAccountAuthority, assertCanExtend } from './account-authority.ts'
import { readBelongings, replaceBelongings } from './belongings.ts'
import { invitationTo } from './invitation.ts'
import { keepAnAdmin } from './keep-an-admin.ts'
import { type AgentRow, lockAgent } from './lock.ts'

/** New agents are enabled and offline, and have no password until they set one. Answers the id. */
export async function createAgent(tx: Tx, input: z.output<typeof AgentCreate>): Promise<number> {
  const { roles, teams, send_welcome_email, ...values } = input
  const permissions = await permissionsOfRoles(tx, { names: roles })
  mustHoldGiven(tx.actor, permissions)
  const isAdministrator = assertCanExtend(tx, permissions)
  const { id } = await tx.db
    .insertInto('agents')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const has = await replaceBelongings(tx, id, { roles, teams })
  if (has.roles.length === 0) throw noSuchRole()
  await tellCreated(tx, [{ id, fields: { ...values, ...has } }], send_welcome_email)
  if (isAdministrator) await notifyAdministrators(tx, { kind: 'rights_granted', name: nameOf(values) })
  return id
}

/** What follows from new agents, made alone or many at once. */
export async function tellCreated(
  tx: Tx,
  agents: readonly { id: number; fields: Record<string, unknown> }[],
  invited: boolean,
): Promise<void> {
  await tx.recordAll(
    agents.map(({ id, fields }) => ({
      type: 'agent.created',
      object: { type: 'agent', id },
      changes: changedFields(null, { ...fields, enabled: true }),
    })),
  )
  const invitations = agents.map(({ id }) => invitationTo(tx, id))
  if (invited) await queueSystemMails(tx, invitations)
}

/**
 * Changes what an administrator sets. A new password (given as its hash) and disabling end all sessions at once
 * (product-decisions 27).
 */
export async function updateAgent(
  tx: Tx,
  id: number,
  sent: Omit<z.output<typeof AgentChanges>, 'new_password'>,
  password_hash: string | null,
): Promise<void> {
  const before = await lockAgent(tx, id)
  const had = await readBelongings(tx, id)
  const { roles, teams, ...values } = { ...fieldsOf(before), ...had, ...sent }
  if (!values.enabled && id === tx.actor.id) throw invalid('enabled', selfDisablingRefusal)
  const given = roles.filter((name) => !had.roles.includes(name))
  const permissions = await permissionsOfRoles(tx, { names: given })
  mustHoldGiven(tx.actor, permissions)
  const isExtended = assertCanExtend(tx, permissions)
  const isRedirected = values.email !== before.email
  if (password_hash || isRedirected || (values.enabled && !before.enabled))
    await assertAccountAuthority(tx, id)
  await tx.db
    .updateTable('agents')
    .set({ ...values, ...(password_hash && { password_hash }), updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  const has = await replaceBelongings(tx, id, { roles, teams })
  if (has.roles.length === 0) throw noSuchRole()
  await keepAnAdmin(tx)

  const changes = {
    ...changedFields({ ...fieldsOf(before), ...had }, { ...values, ...has }),
    // Only that it changed.
    ...(password_hash && { password: [null, null] as [unknown, unknown] }),
  }
  if (Object.keys(changes).length > 0)
    await tx.record({ type: 'agent.changed', object: { type: 'agent', id }, changes })
  if (password_hash || !values.enabled || isRedirected) await forgetPasswordTokens(tx, id)
  if (password_hash || (before.enabled && !values.enabled)) await endSessions(tx, id)
  // The first one changes nothing: until then there was none.
  if (password_hash && before.password_hash) await tellOfSecurityChange(tx, id, { kind: 'password_changed' })
  if (isRedirected)
    await tellOfSecurityChange(tx, id, { kind: 'email_changed', name: values.email }, { to: before.email })
  if (isExtended) await notifyAdministrators(tx, { kind: 'rights_granted', name: nameOf(values) })
}

const fieldsOf = ({ first_name, last_name, email, enabled, availability_status }: AgentRow) => ({
  first_name,
  last_name,
  email,
  enabled,
  availability_status,
})

export const selfDisablingRefusal = 'You cannot disable yourself. Ask another administrator'

export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

const noSuchRole = () => invalid('roles', 'None of these roles exists. Choose at least one that does')
