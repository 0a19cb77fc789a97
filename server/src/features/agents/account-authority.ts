import { isAdministrative } from '@parley/contract/permissions'
import type { Tx } from '../../db/transact.ts'
import { assertConfirmedRecently } from '../auth/sign-in-authority.ts'
import { permissionsOfRoles } from '../roles/administrative.ts'

/**
 * For changes to how an agent signs in: an administrator's account asks for a recent confirmation of who makes them. That they hold every
 * administrative permission of that account `lockAgent` has seen to.
 */
export async function assertAccountAuthority(tx: Tx, agent_id: number): Promise<void> {
  const held = await permissionsOfRoles(tx, { agent_id })
  if (held.some(isAdministrative)) assertConfirmedRecently(tx.actor, tx.now)
}

/** For handing out these permissions; the administrative ones among them, if any, ask for a recent confirmation. */
export function assertCanExtend(tx: Tx, given: readonly string[]): boolean {
  const makesAdministrator = given.some(isAdministrative)
  if (makesAdministrator) assertConfirmedRecently(tx.actor, tx.now)
  return makesAdministrator
}
