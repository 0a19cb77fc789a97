import * as contract from '@parley/contract/lookups'
import type { Routes } from '../../http/route.ts'

/** Lists that nobody writes. */
export function lookupRoutes(routes: Routes): void {
  routes.read(contract.listPriorities, async (db) =>
    (await db.selectFrom('priorities').selectAll().orderBy('id').execute()).map(dated),
  )
}

const dated = <T extends { created_at: Date }>(row: T) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
