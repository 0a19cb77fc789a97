import * as contract from '@parley/contract/priorities/priorities'
import type { Routes } from '../../http/route.ts'

export function priorityRoutes(routes: Routes): void {
  routes.read(contract.listPriorities, async (db) =>
    (await db.selectFrom('priorities').selectAll().orderBy('id').execute()).map(presentPriority),
  )
}

const presentPriority = <T extends { created_at: Date }>(row: T) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
