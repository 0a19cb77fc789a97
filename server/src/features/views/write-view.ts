import {
  type AnyViewChanges,
  type AnyViewWrite,
  type ViewVisibility,
  viewRefusal,
} from '@parley/contract/views/shared-views'
import type { ViewChanges, ViewWrite } from '@parley/contract/views/views'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { forbidden, invalid, notFound } from '../../http/errors.ts'
import { readFilterTrees } from '../../http/requests/parse-filters.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { maySeeView, type ViewScope, viewAudienceOf } from '../../view-access.ts'
import { compileFilters } from '../conversations/list/compile-filters.ts'
import { listStatusNames } from '../conversations/list/status-cache.ts'
import {
  getOwnView,
  loggedFields,
  type OwnViewRow,
  scopeOf,
  sharedViewEntity,
  type ViewRow,
  viewEntity,
} from './views.ts'

export async function createOwnView(tx: Tx, values: ViewWrite): Promise<OwnViewRow> {
  const { id } = await createView(tx, { ...values, visibility: 'user', team_id: null })
  return getOwnView(tx.db, tx.actor.id, id)
}

export async function updateOwnView(
  tx: Tx,
  id: number,
  changes: z.output<typeof ViewChanges>,
): Promise<OwnViewRow> {
  await getOwnView(tx.db, tx.actor.id, id)
  await updateView(tx, id, changes)
  return getOwnView(tx.db, tx.actor.id, id)
}

export async function deleteOwnView(tx: Tx, id: number): Promise<void> {
  await getOwnView(tx.db, tx.actor.id, id)
  await deleteView(tx, id)
}

export async function createView(
  tx: Tx,
  { name, filters, ...sharing }: z.output<typeof AnyViewWrite>,
): Promise<ViewRow> {
  assertMayWrite(tx, sharing.visibility)
  await assertValidFilters(tx, filters)
  const scope = await readScope(tx, sharing)
  return entityFor(scope).create(tx, { name, filters, ...scope }, eventData(scope))
}

export async function updateView(
  tx: Tx,
  id: number,
  { visibility, team_id, ...values }: z.output<typeof AnyViewChanges>,
): Promise<ViewRow> {
  const before = await lockView(tx, id)
  const current = scopeOf(before)
  // Unchanged filters are not validated again, because they may refer to deleted records.
  if (values.filters) await assertValidFilters(tx, values.filters)
  const scope = await readScope(tx, {
    visibility: visibility ?? current.visibility,
    team_id: team_id === undefined ? current.team_id : team_id,
  })
  if (isSameGroup(current, scope)) return entityFor(scope).update(tx, before, values, eventData(scope))
  assertMayWrite(tx, scope.visibility)
  return changeGroup(tx, before, { ...values, ...scope })
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await lockView(tx, id)
  const before = await viewEntity.lockExclusively(tx, id)
  await entityFor(scopeOf(before)).delete(tx, before, eventData(scopeOf(before)))
}

/** The row, if the actor may see and change it. Checked under the lock, because a shared view can become personal. */
export async function lockView(tx: Tx, id: number): Promise<ViewRow> {
  const view = await viewEntity.lock(tx, id)
  const scope = scopeOf(view)
  if (!maySeeView(tx.actor, scope)) throw notFound('View')
  assertMayWrite(tx, scope.visibility)
  return view
}

/**
 * Shares a personal view, stops sharing one, or shares it with others. To everyone else, a view that is shared is a
 * new one, and one that is no longer shared is gone. It goes to the end of its new group.
 */
async function changeGroup(
  tx: Tx,
  before: ViewRow,
  values: ViewScope & { name?: string; filters?: ViewWrite['filters'] },
): Promise<ViewRow> {
  const { filters, ...columns } = { ...values, position: null, updated_at: tx.now }
  const after = await tx.db
    .updateTable('views')
    .set({ ...columns, ...(filters && { filters: json(filters) }) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [wasShared, isShared] = [before, after].map(({ visibility }) => visibility !== 'user')
  const verb = wasShared ? (isShared ? 'changed' : 'deleted') : 'created'
  await sharedViewEntity.record(tx, verb, before.id, {
    changes: changedFields(wasShared ? loggedFields(before) : null, isShared ? loggedFields(after) : null),
    data: viewAudienceOf([scopeOf(before), values]),
  })
  return after
}

export const entityFor = ({ visibility }: Pick<ViewScope, 'visibility'>) =>
  visibility === 'user' ? viewEntity : sharedViewEntity

/** Tells browsers whose views changed. */
export const eventData = (scope: ViewScope) => ({
  data: scope.visibility === 'user' ? { owner_id: scope.agent_id } : viewAudienceOf([scope]),
})

const isSameGroup = (a: ViewScope, b: ViewScope): boolean =>
  a.visibility === b.visibility && a.agent_id === b.agent_id && a.team_id === b.team_id

function assertMayWrite(tx: Tx, visibility: ViewVisibility): void {
  const refusal = viewRefusal(tx.actor, visibility)
  if (refusal) throw forbidden(refusal)
}

async function readScope(
  tx: Tx,
  { visibility, team_id }: { visibility: ViewVisibility; team_id: number | null },
): Promise<ViewScope> {
  if (visibility === 'user') return { visibility, agent_id: tx.actor.id, team_id: null }
  if (visibility === 'all') return { visibility, agent_id: null, team_id: null }
  if (team_id === null) throw invalid('team_id', 'Choose the team that this view is for')
  // The lock keeps the team until the view is written.
  const team = await tx.db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', team_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!team) throw invalid('team_id', 'This team doesn’t exist')
  return { visibility, agent_id: null, team_id }
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
