import * as contract from '@parley/contract/lookups'
import * as usage from '@parley/contract/usage'
import { done, type Routes } from '../../http/route.ts'
import { createStatus, deleteStatus, listStatuses, presentStatus, updateStatus } from './statuses.ts'
import { listStatusUsage } from './usage.ts'

export function statusRoutes(routes: Routes): void {
  routes.read(contract.listStatuses, async (db) => (await listStatuses(db)).map(presentStatus))
  routes.write(contract.createStatus, async (tx, { body }) => presentStatus(await createStatus(tx, body)))
  routes.write(contract.updateStatus, async (tx, { params, body }) =>
    presentStatus(await updateStatus(tx, params.id, body)),
  )
  routes.write(contract.deleteStatus, (tx, { params }) => done(deleteStatus(tx, params.id)))
  routes.read(usage.listStatusUsage, (db) => listStatusUsage(db))
}
