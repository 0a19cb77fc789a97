import { listSlaPolicies } from '@parley/contract/lookups'
import * as contract from '@parley/contract/sla'
import { done, type Routes } from '../../http/route.ts'
import { getPolicy, listPolicies, presentPolicy } from './get.ts'
import { createPolicy, deletePolicy, updatePolicy } from './write.ts'

export function slaRoutes(routes: Routes): void {
  routes.read(listSlaPolicies, async (db) => (await listPolicies(db)).map(presentPolicy))
  routes.read(contract.getSlaPolicy, async (db, { params }) => presentPolicy(await getPolicy(db, params.id)))
  routes.write(contract.createSlaPolicy, async (tx, { body }) => presentPolicy(await createPolicy(tx, body)))
  routes.write(contract.updateSlaPolicy, async (tx, { params, body }) =>
    presentPolicy(await updatePolicy(tx, params.id, body)),
  )
  routes.write(contract.deleteSlaPolicy, (tx, { params }) => done(deletePolicy(tx, params.id)))
}
