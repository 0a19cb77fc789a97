import type { Role } from '@parley/contract/roles/roles'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'

export type RoleRow = Selectable<DB['roles']>

export const roleEntity = new Entity({
  table: 'roles',
  type: 'role',
  name: 'Role',
  fields: ({ name, description, permissions }) => ({
    name,
    description,
    permissions: [...permissions].sort(),
  }),
})

export const listRoles = (db: Db): Promise<RoleRow[]> =>
  db.selectFrom('roles').selectAll().orderBy('id').execute()

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

export const presentRole = (row: RoleRow): Role => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  description: row.description,
  permissions: row.permissions,
})
