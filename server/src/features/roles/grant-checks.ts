import { findMissingPermission, grantRefusal, isAdministrative } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../db/transaction.ts'
import { forbidden } from '../../http/errors.ts'
import { assertConfirmedRecently } from '../../identity/sign-in-authority.ts'

/**
 * Someone who manages agents or roles cannot grant an administrative permission they lack. Otherwise either permission
 * would amount to all of them, because they could grant the rest to themselves.
 */
export function assertCanGrant(actor: Actor, permissions: readonly string[]): void {
  const refusal = grantRefusal(actor, permissions)
  if (refusal) throw forbidden(refusal)
}

/**
 * Required for granting these permissions: administrative ones need a recent identity confirmation. Returns whether
 * there are any.
 */
export function assertCanGrantAdministrative(tx: Tx, permissions: readonly string[]): boolean {
  const makesAdministrator = permissions.some(isAdministrative)
  if (makesAdministrator) assertConfirmedRecently(tx.actor, tx.now)
  return makesAdministrator
}

/**
 * Nor may someone who manages agents take over an account with more permissions: its password, address and API key give
 * access to them.
 */
export async function assertNotOutranked(tx: Tx, agent_id: number): Promise<void> {
  if (agent_id === tx.actor.id) return
  const missing = findMissingPermission(tx.actor, await listRolePermissions(tx, { agent_id }))
  if (missing)
    throw forbidden(`This agent has the permission "${missing}", which you don’t have. Ask an administrator`)
}

export async function listRolePermissions(
  tx: Tx,
  source: { agent_id: number } | { names: readonly string[] },
): Promise<string[]> {
  const condition =
    'names' in source
      ? sql`r.name = any(${[...source.names]})`
      : sql`r.id in (select role_id from agent_roles where agent_id = ${source.agent_id})`
  const { rows } = await sql<{ permission: string }>`
    select distinct unnest(r.permissions) as permission from roles r where ${condition} order by 1`.execute(
    tx.db,
  )
  return rows.map((row) => row.permission)
}
