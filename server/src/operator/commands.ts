import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { removeSecondFactor } from '../features/account/second-factor.ts'
import type { AgentRow } from '../features/agents/agents.ts'
import { lockAgent } from '../features/agents/lock-agent.ts'
import { readRolesAndTeams } from '../features/agents/roles-and-teams.ts'
import { createAgent } from '../features/agents/write-agent.ts'
import { revokePasswordTokens } from '../identity/password-tokens.ts'
import { endSessions } from '../identity/sessions/session.ts'
import { confirmLive } from '../paused-copy.ts'
import { notifyOfSecurityChange } from '../system-mail/security-notices.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'

/** Operator commands; each returns the lines to print. */

/** A password and its hash. */
export type NewPassword = { password: string; password_hash: string }

/** Sets a new password, which ends every session, and removes the second factor unless it is to be kept. */
export async function resetPassword(
  tx: Tx,
  email: string,
  { password, password_hash }: NewPassword,
  { keep_second_factor }: { keep_second_factor: boolean },
): Promise<string[]> {
  const agent = await lockAgentByEmail(tx, email)
  await tx.db
    .updateTable('agents')
    .set({ password_hash, updated_at: tx.now })
    .where('id', '=', agent.id)
    .execute()
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id: agent.id },
    // Record only that it changed.
    changes: { password: [null, null] },
  })
  if (!keep_second_factor) await removeSecondFactor(tx, agent.id)
  await revokePasswordTokens(tx, agent.id)
  await endSessions(tx, agent.id)
  await resetSignInLimits(tx, agent)
  await notifyOfSecurityChange(tx, agent.id, { kind: 'password_reset_by_operator' })
  return [
    `The new password of ${agent.email} is ${password}`,
    'It is shown only once. Change it after signing in.',
    keep_second_factor
      ? 'Every session was ended. If a second factor is set up, it is still required.'
      : 'Every session was ended, and no second factor is required to sign in.',
    ...disabledHint(agent),
  ]
}

/** Creates an administrator, or gives an existing agent the Admin role and leaves the rest of the account unchanged. */
export async function createAdmin(
  tx: Tx,
  { email, name }: { email: string; name: string | undefined },
  { password, password_hash }: NewPassword,
): Promise<string[]> {
  const existing = await findAndLockAgent(tx, email)
  if (existing) return makeAdmin(tx, existing)
  const [first_name = '', ...rest] = (name ?? email.slice(0, email.indexOf('@'))).split(/\s+/)
  const id = await createAgent(tx, {
    first_name,
    last_name: rest.join(' '),
    email: email.toLowerCase(),
    roles: ['Admin'],
    teams: [],
    send_welcome_email: false,
  })
  await tx.db.updateTable('agents').set({ password_hash }).where('id', '=', id).execute()
  return [
    `Created the administrator ${email.toLowerCase()} with the password ${password}`,
    'It is shown only once. Change it after signing in.',
  ]
}

async function makeAdmin(tx: Tx, agent: AgentRow): Promise<string[]> {
  const before = await readRolesAndTeams(tx, agent.id)
  if (before.roles.includes('Admin'))
    return [
      `${agent.email} is already an administrator. Set a new password with: npm run admin -- reset-password ${agent.email}`,
      ...disabledHint(agent),
    ]
  await sql`insert into agent_roles (agent_id, role_id) select ${agent.id}, id from roles where name = 'Admin'`.execute(
    tx.db,
  )
  const { roles } = await readRolesAndTeams(tx, agent.id)
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id: agent.id },
    changes: { roles: [before.roles, roles] },
  })
  return [`${agent.email} is now an administrator. The password is unchanged.`, ...disabledHint(agent)]
}

/** Lifts rate limits caused by wrong passwords and codes, and enables the account if it is disabled. */
export async function unlock(tx: Tx, email: string): Promise<string[]> {
  const agent = await lockAgentByEmail(tx, email)
  const limits = await resetSignInLimits(tx, agent)
  if (!agent.enabled)
    await tx.db
      .updateTable('agents')
      .set({ enabled: true, updated_at: tx.now })
      .where('id', '=', agent.id)
      .execute()
  await tx.record({
    type: 'agent.unlocked',
    object: { type: 'agent', id: agent.id },
    ...(!agent.enabled && { changes: { enabled: [false, true] as [unknown, unknown] } }),
  })
  return [
    limits
      ? `Failed sign-ins of ${agent.email} were reset; signing in works again immediately.`
      : `${agent.email} had no failed sign-ins to reset.`,
    ...(agent.enabled ? [] : ['The account was disabled and is now enabled.']),
  ]
}

/** Lets a restored copy send and receive. */
export const goLive = async (tx: Tx): Promise<string[]> =>
  (await confirmLive(tx))
    ? [
        'This copy is live now. Whatever was waiting in it is being sent.',
        'If it was restored from a backup, contacts that were erased after that backup are back. They are erased again if PARLEY_BACKUP_TO has the list of erasures; otherwise do so yourself: npm run admin -- apply-erasures FILE',
      ]
    : ['This workspace is live already.']

async function lockAgentByEmail(tx: Tx, email: string): Promise<AgentRow> {
  const agent = await findAndLockAgent(tx, email)
  if (agent) return agent
  const admins = await listAdmins(tx)
  throw new Error(
    `No agent has the address ${email}. ${
      admins.length > 0
        ? `Administrators are: ${admins.map((admin) => admin.email).join(', ')}`
        : `There is no administrator. Create one with: npm run admin -- create-admin ${email}`
    }`,
  )
}

async function findAndLockAgent(tx: Tx, email: string): Promise<AgentRow | null> {
  const row = await tx.db
    .selectFrom('agents')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
  return row ? lockAgent(tx, row.id) : null
}

const listAdmins = (tx: Tx) =>
  tx.db
    .selectFrom('agents as a')
    .innerJoin('agent_roles as ar', 'ar.agent_id', 'a.id')
    .innerJoin('roles as r', 'r.id', 'ar.role_id')
    .select(['a.id', 'a.email'])
    .where('r.name', '=', 'Admin')
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id')
    .limit(20)
    .execute()

const disabledHint = ({ enabled, email }: AgentRow): string[] =>
  enabled
    ? []
    : [`This account is disabled and can’t sign in. Enable it with: npm run admin -- unlock ${email}`]
