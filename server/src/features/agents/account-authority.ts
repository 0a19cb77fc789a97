import { isAdministrative } from '@parley/contract/roles/permissions'
import type { Tx } from '../../db/transaction.ts'
import { assertConfirmedRecently } from '../../identity/sign-in-authority.ts'
import { listRolePermissions } from '../roles/grant-checks.ts'

/**
 * Required for changes to how an agent signs in: an administrator's account needs a recent identity confirmation from the actor.
 * `lockAgent` has already checked that the actor holds every administrative permission of that account.
 */
export async function assertAccountAuthority(tx: Tx, agent_id: number): Promise<void> {
  const permissions = await listRolePermissions(tx, { agent_id })
  if (permissions.some(isAdministrative)) assertConfirmedRecently(tx.actor, tx.now)
}
