import { isAdministrative } from '@parley/contract/roles/permissions'
import type { Tx } from '../../db/transaction.ts'
import { assertConfirmedRecently } from '../auth/sign-in-authority.ts'
import { listRolePermissions } from '../roles/grant-checks.ts'

/**
 * For changes to how an agent signs in: an administrator's account asks for a recent confirmation of who makes them. That they hold every
 * administrative permission of that account `lockAgent` has seen to.
 */
export async function assertAccountAuthority(tx: Tx, agent_id: number): Promise<void> {
  const permissions = await listRolePermissions(tx, { agent_id })
  if (permissions.some(isAdministrative)) assertConfirmedRecently(tx.actor, tx.now)
}

/** For handing out these permissions; the administrative ones among them, if any, ask for a recent confirmation. */
export function assertCanGrantAdministrative(tx: Tx, permissions: readonly string[]): boolean {
  const makesAdministrator = permissions.some(isAdministrative)
  if (makesAdministrator) assertConfirmedRecently(tx.actor, tx.now)
  return makesAdministrator
}
