import type { ViewChanges, ViewWrite } from '@parley/contract/views/views'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { readFilterTrees } from '../../http/requests/parse-filters.ts'
import { compileFilters } from '../conversations/list/compile-filters.ts'
import { listStatusNames } from '../conversations/list/status-cache.ts'
import { getView, type ViewRow, viewEntity } from './views.ts'

export async function createView(tx: Tx, { name, filters }: ViewWrite): Promise<ViewRow> {
  await assertValidFilters(tx, filters)
  return viewEntity.create(tx, { name, filters, agent_id: tx.actor.id }, ownedBy(tx))
}

export async function updateView(
  tx: Tx,
  id: number,
  changes: z.output<typeof ViewChanges>,
): Promise<ViewRow> {
  await getView(tx.db, tx.actor.id, id)
  const before = await viewEntity.lock(tx, id)
  // Unchanged filters are not validated again, because they may refer to deleted records.
  if (changes.filters) await assertValidFilters(tx, changes.filters)
  return viewEntity.update(tx, before, changes, ownedBy(tx))
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await getView(tx.db, tx.actor.id, id)
  await viewEntity.delete(tx, await viewEntity.lockExclusively(tx, id), ownedBy(tx))
}

const ownedBy = (tx: Tx) => ({ data: { owner_id: tx.actor.id } })

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
