import type { SlaPolicy } from '@parley/contract/lookups'
import * as contract from '@parley/contract/lookups'
import type { Routes } from '../../http/route.ts'

/** Lists that a client asks for at its start and whose own features are still to come. */
export function lookupRoutes(routes: Routes): void {
  routes.read(contract.listPriorities, async (db) =>
    (await db.selectFrom('priorities').selectAll().orderBy('id').execute()).map(dated),
  )
  routes.read(contract.listSlaPolicies, async (db) => {
    const rows = await db.selectFrom('sla_policies').selectAll().orderBy('updated_at', 'desc').execute()
    // A check holds the column to a list.
    return rows.map(
      (row): SlaPolicy => ({ ...row, ...bothDates(row), notifications: row.notifications as unknown[] }),
    )
  })
}

const dated = <T extends { created_at: Date }>(row: T) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
const bothDates = (row: { created_at: Date; updated_at: Date }) => ({
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
