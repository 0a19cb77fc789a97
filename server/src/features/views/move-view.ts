import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { viewOrder } from '../../view-access.ts'
import { getView, scopeOf, type ViewRow } from './views.ts'
import { entityFor, eventData, lockView } from './write-view.ts'

/**
 * Moves a view in front of another of its group, or to the end. Each call moves one view relative to another, so two
 * agents who order the same views at once both get what they asked for.
 */
export async function moveView(tx: Tx, id: number, before_id: number | null): Promise<ViewRow> {
  const view = await getView(tx.db, tx.actor, id)
  const order = await lockGroup(tx, view)
  // Checks the permission under the lock.
  await lockView(tx, id)
  if (before_id === id) return view
  const others = order.filter((one) => one !== id)
  const to = before_id === null ? others.length : others.indexOf(before_id)
  if (to < 0 || others.length === order.length)
    throw invalid('before_id', 'These views are no longer in the same group. Reload the page and try again')
  const from = order.indexOf(id)
  if (from === to) return view
  await sql`update views v set position = o.position
    from unnest(${others.toSpliced(to, 0, id)}::bigint[]) with ordinality o(id, position)
    where v.id = o.id and v.position is distinct from o.position`.execute(tx.db)
  const scope = scopeOf(view)
  await entityFor(scope).record(tx, 'moved', id, {
    changes: { position: [from + 1, to + 1] },
    ...eventData(scope),
  })
  return view
}

/** The ids of the views in the same group, in order. Nobody else can move them until the transaction ends. */
async function lockGroup(tx: Tx, { visibility, agent_id, team_id }: ViewRow): Promise<number[]> {
  const group = sql`visibility = ${visibility} and agent_id is not distinct from ${agent_id}
    and team_id is not distinct from ${team_id}`
  // In id order, so that two moves cannot deadlock; then read as the last move left them.
  await sql`select id from views where ${group} order by id for no key update`.execute(tx.db)
  const { rows } = await sql<{ id: number }>`
    select v.id from views v where ${group} order by ${viewOrder}`.execute(tx.db)
  return rows.map(({ id }) => id)
}
