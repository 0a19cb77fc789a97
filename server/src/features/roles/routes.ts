import * as contract from '@parley/contract/roles/roles'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { createRole, deleteRole, getRole, listRoles, lockRole, presentRole, updateRole } from './roles.ts'

const role = versionedResource(
  contract.getRole,
  (tx, { id }) => lockRole(tx, id),
  async (tx, { id }) => presentRole(await getRole(tx.db, id)),
)

export function roleRoutes(routes: Routes): void {
  routes.read(contract.listRoles, async (db) => (await listRoles(db)).map(presentRole))
  routes.read(contract.getRole, async (db, { params }) => presentRole(await getRole(db, params.id)))
  routes.write(contract.createRole, async (tx, { body }) => presentRole(await createRole(tx, body)))
  routes.write(
    contract.updateRole,
    async (tx, { params, body }) => presentRole(await updateRole(tx, params.id, body)),
    role,
  )
  routes.write(contract.deleteRole, (tx, { params }) => done(deleteRole(tx, params.id)), role)
}
