import { isPermission, laterPermissions } from '@parley/contract/roles/permissions'
import { type RoleChanges, type RoleWrite, roleDeletionRefusal } from '@parley/contract/roles/roles'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid } from '../../http/errors.ts'
import { notifyAdministrators } from '../../system-mail/security-notices.ts'
import { assertCanGrant, assertCanGrantAdministrative } from './grant-checks.ts'
import { listHolderNames, type RoleRow, roleEntity } from './roles.ts'

export async function createRole(tx: Tx, input: z.output<typeof RoleWrite>): Promise<RoleRow> {
  const permissions = existingPermissions(input.permissions)
  assertCanGrant(tx.actor, permissions)
  return roleEntity.create(tx, { ...input, permissions })
}

/** Agents with the role get its new permissions with their next request, and on open sockets immediately. */
export async function updateRole(
  tx: Tx,
  id: number,
  { shown_permissions, ...changes }: z.output<typeof RoleChanges>,
): Promise<RoleRow> {
  const before = await roleEntity.lock(tx, id)
  if (before.name === 'Admin') throw invalid('id', 'The Admin role has every permission and can’t be changed')
  // Old clients and scripts rely on this name (docs/spec/wire.md#permissions-and-roles).
  if (before.name === 'Agent' && (changes.name ?? 'Agent') !== 'Agent')
    throw invalid('name', 'The Agent role can’t be renamed, but you can change its permissions')
  const permissions = changes.permissions
    ? existingPermissions([...changes.permissions, ...hiddenPermissions(before, shown_permissions)])
    : before.permissions
  const added = permissions.filter((permission) => !before.permissions.includes(permission))
  assertCanGrant(tx.actor, added)
  const isExtended = assertCanGrantAdministrative(tx, added)
  const after = await roleEntity.update(tx, before, { ...changes, permissions })
  if (isExtended) await notifyAdministrators(tx, { kind: 'role_extended', name: after.name })
  return after
}

export async function deleteRole(tx: Tx, id: number): Promise<void> {
  const before = await roleEntity.lockExclusively(tx, id)
  const defaultRefusal = defaultRoleRefusal(before.name)
  if (defaultRefusal) throw invalid('id', defaultRefusal)
  const refusal = roleDeletionRefusal(before.name, await listHolderNames(tx.db, id))
  if (refusal) throw conflict(refusal)
  await roleEntity.delete(tx, before)
}

export const defaultRoleRefusal = (name: string): string | null =>
  name === 'Admin' || name === 'Agent' ? `The role ${name} can’t be deleted` : null

/** The role's permissions that the form it was saved with could not show, and so could not mean to remove. */
const hiddenPermissions = (role: RoleRow, shown: readonly string[] | undefined): string[] =>
  role.permissions.filter((permission) =>
    shown ? !shown.includes(permission) : laterPermissions.some((later) => later === permission),
  )

// Sorted and unique, so that saving the same set again is not a change.
function existingPermissions(permissions: readonly string[]): string[] {
  const existing = [...new Set(permissions.filter(isPermission))].sort()
  if (existing.length === 0) throw invalid('permissions', 'Choose at least one permission')
  return existing
}
