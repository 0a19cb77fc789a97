import { isPermission } from '@parley/contract/roles/permissions'
import {
  type Role,
  type RoleChanges,
  type RoleWrite,
  roleDeletionRefusal,
} from '@parley/contract/roles/roles'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { assertCanGrantAdministrative } from '../agents/account-authority.ts'
import { notifyAdministrators } from '../system-mail/security-change.ts'
import { assertCanGrant } from './grant-checks.ts'

type RoleRow = Selectable<DB['roles']>
type Values = z.output<typeof RoleWrite>
type Changes = z.output<typeof RoleChanges>

export const listRoles = (db: Db): Promise<RoleRow[]> =>
  db.selectFrom('roles').selectAll().orderBy('id').execute()

export async function getRole(db: Db, id: number): Promise<RoleRow> {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!role) throw notFound('Role')
  return role
}

export async function createRole(tx: Tx, input: Values): Promise<RoleRow> {
  const values = withKnownPermissions(input)
  assertCanGrant(tx.actor, values.permissions)
  const role = await tx.db
    .insertInto('roles')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({
    type: 'role.created',
    object: { type: 'role', id: role.id },
    changes: changedFields(null, values),
  })
  return role
}

/** Agents with the role get its new permissions with their next request, and on open sockets immediately. */
export async function updateRole(tx: Tx, id: number, patch: Changes): Promise<RoleRow> {
  const before = await lockRole(tx, id)
  if (before.name === 'Admin') throw invalid('id', 'The Admin role has every permission and can’t be changed')
  const input = { ...fieldsOf(before), ...patch }
  // Old clients and scripts rely on this name (docs/spec/wire.md#permissions-and-roles).
  if (before.name === 'Agent' && input.name !== 'Agent')
    throw invalid('name', 'The Agent role can’t be renamed, but you can change its permissions')
  const values = withKnownPermissions(input)
  const added = values.permissions.filter((permission) => !before.permissions.includes(permission))
  assertCanGrant(tx.actor, added)
  const isExtended = assertCanGrantAdministrative(tx, added)
  const changes = changedFields(fieldsOf(before), values)
  if (Object.keys(changes).length === 0) return before
  const after = await tx.db
    .updateTable('roles')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({ type: 'role.changed', object: { type: 'role', id }, changes })
  if (isExtended) await notifyAdministrators(tx, { kind: 'role_extended', name: after.name })
  return after
}

export async function deleteRole(tx: Tx, id: number): Promise<void> {
  const role = await lockRole(tx, id)
  const defaultRefusal = defaultRoleRefusal(role.name)
  if (defaultRefusal) throw invalid('id', defaultRefusal)
  const reason = roleDeletionRefusal(role.name, await listHolderNames(tx.db, id))
  if (reason) throw conflict(reason)
  await tx.db.deleteFrom('roles').where('id', '=', id).execute()
  await tx.record({
    type: 'role.deleted',
    object: { type: 'role', id },
    changes: changedFields(fieldsOf(role), null),
  })
}

export const defaultRoleRefusal = (name: string): string | null =>
  name === 'Admin' || name === 'Agent' ? `The role ${name} can’t be deleted` : null

/** The names of the agents who have the role. */
export async function listHolderNames(db: Db, role_id: number): Promise<string[]> {
  const holders = await db
    .selectFrom('agent_roles as ar')
    .innerJoin('agents as a', 'a.id', 'ar.agent_id')
    .select(['a.first_name', 'a.last_name'])
    .where('ar.role_id', '=', role_id)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.first_name')
    .orderBy('a.id')
    .execute()
  return holders.map((agent) => `${agent.first_name} ${agent.last_name}`.trim())
}

// Sorted and unique, so that saving the same set again is not a change.
function withKnownPermissions(values: Values): Values {
  const permissions = [...new Set(values.permissions.filter(isPermission))].sort()
  if (permissions.length === 0) throw invalid('permissions', 'Choose at least one permission')
  return { ...values, permissions }
}

const fieldsOf = (role: RoleRow): Values => ({
  name: role.name,
  description: role.description,
  permissions: [...role.permissions].sort(),
})

export async function lockRole(tx: Tx, id: number): Promise<RoleRow> {
  const role = await tx.db.selectFrom('roles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!role) throw notFound('Role')
  return role
}

export const presentRole = (row: RoleRow): Role => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  name: row.name,
  description: row.description,
  permissions: row.permissions,
})
