import type { View, ViewChanges, ViewWrite } from '@parley/contract/views/views'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { readFilterTrees } from '../../http/requests/parse-filters.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { compileFilters } from '../conversations/list/compile-filters.ts'
import { listStatusNames } from '../conversations/list/status-cache.ts'

type ViewRow = Selectable<DB['views']>
type Changes = z.output<typeof ViewChanges>

export const listViews = (db: Db, agent_id: number): Promise<ViewRow[]> =>
  db
    .selectFrom('views')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()

/** One of the agent's own views. Views of others are reported as not found. */
export async function getView(db: Db, agent_id: number, id: number): Promise<ViewRow> {
  const view = await db
    .selectFrom('views')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agent_id)
    .executeTakeFirst()
  if (!view) throw notFound('View')
  return view
}

export async function createView(tx: Tx, { name, filters }: ViewWrite): Promise<ViewRow> {
  await assertValidFilters(tx, filters)
  const view = await tx.db
    .insertInto('views')
    .values({ name, filters: json(filters), agent_id: tx.actor.id, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'view.created', view.id, changedFields(null, { name, filters }))
  return view
}

export async function updateView(tx: Tx, id: number, changes: Changes): Promise<ViewRow> {
  const before = await lockView(tx, id)
  // Unchanged filters are not validated again, because they may refer to deleted records.
  if (changes.filters) await assertValidFilters(tx, changes.filters)
  const { name, filters } = { ...presentView(before), ...changes }
  const after = await tx.db
    .updateTable('views')
    .set({ name, filters: json(filters), updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(
    tx,
    'view.changed',
    id,
    changedFields({ name: before.name, filters: before.filters }, { name, filters }),
  )
  return after
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  const { name, filters } = await lockView(tx, id)
  await tx.db.deleteFrom('views').where('id', '=', id).execute()
  await record(tx, 'view.deleted', id, changedFields({ name, filters }, null))
}

/**
 * A saved view must be runnable: an incomplete or unknown filter is refused now rather than each time the view is
 * opened.
 */
async function assertValidFilters(tx: Tx, filters: ViewWrite['filters']): Promise<void> {
  const trees = readFilterTrees(filters)
  if (trees.length === 0 || countRows(trees) < countRows(filters))
    throw invalid('filters', 'Every filter needs a field, an operator and a value')
  await compileFilters(tx.db, tx.actor, trees, await listStatusNames(tx.db))
}

const countRows = (nodes: readonly object[]): number =>
  nodes.reduce((count, node) => {
    const parts = 'any' in node ? node.any : 'all' in node ? node.all : null
    return count + (Array.isArray(parts) ? countRows(parts) : 1)
  }, 0)

export async function lockView(tx: Tx, id: number): Promise<ViewRow> {
  const view = await tx.db
    .selectFrom('views')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', tx.actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!view) throw notFound('View')
  return view
}

const record = (tx: Tx, type: string, id: number, changes: Record<string, [unknown, unknown]>) =>
  tx.record({ type, object: { type: 'view', id }, changes, data: { owner_id: tx.actor.id } })

export const presentView = (row: ViewRow): View => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  name: row.name,
  filters: row.filters as View['filters'], // written from the contract's type
  user_id: row.agent_id,
})
