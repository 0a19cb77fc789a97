import * as contract from '@parley/contract/statuses/statuses'
import { done, type Routes } from '../../http/route.ts'
import { listStatusUsage } from './status-usage.ts'
import { listStatuses, presentStatus, statusEntity } from './statuses.ts'
import { createStatus, deleteStatus, updateStatus } from './write-status.ts'

const status = statusEntity.versioned(contract.getStatus, async (tx, id) =>
  presentStatus(await statusEntity.get(tx.db, id)),
)

export function statusRoutes(routes: Routes): void {
  routes.read(contract.listStatuses, async (db) => (await listStatuses(db)).map(presentStatus))
  routes.read(contract.getStatus, async (db, { params }) =>
    presentStatus(await statusEntity.get(db, params.id)),
  )
  routes.write(contract.createStatus, async (tx, { body }) => presentStatus(await createStatus(tx, body)))
  routes.write(
    contract.updateStatus,
    async (tx, { params, body }) => presentStatus(await updateStatus(tx, params.id, body)),
    status,
  )
  routes.write(contract.deleteStatus, (tx, { params }) => done(deleteStatus(tx, params.id)), status)
  routes.read(contract.listStatusUsage, (db) => listStatusUsage(db))
}
