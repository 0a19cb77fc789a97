import * as contract from '@parley/contract/roles/roles'
import { done, type Routes } from '../../http/route.ts'
import { listRoles, presentRole, roleEntity } from './roles.ts'
import { createRole, deleteRole, updateRole } from './write-role.ts'

const role = roleEntity.versioned(contract.getRole, async (tx, id) =>
  presentRole(await roleEntity.get(tx.db, id)),
)

export function roleRoutes(routes: Routes): void {
  routes.read(contract.listRoles, async (db) => (await listRoles(db)).map(presentRole))
  routes.read(contract.getRole, async (db, { params }) => presentRole(await roleEntity.get(db, params.id)))
  routes.write(contract.createRole, async (tx, { body }) => presentRole(await createRole(tx, body)))
  routes.write(
    contract.updateRole,
    async (tx, { params, body }) => presentRole(await updateRole(tx, params.id, body)),
    role,
  )
  routes.write(contract.deleteRole, (tx, { params }) => done(deleteRole(tx, params.id)), role)
}
