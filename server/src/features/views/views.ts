import type { AnyView } from '@parley/contract/views/shared-views'
import type { View } from '@parley/contract/views/views'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { notFound } from '../../http/errors.ts'
import { maySeeView, usedViews, type ViewScope, viewGroupOrder, viewOrder } from '../../view-access.ts'

export type ViewRow = Selectable<DB['views']>
export type OwnViewRow = ViewRow & { agent_id: number }

/** Personal views. They are private: nobody else learns of their events. */
export const viewEntity = new Entity({
  table: 'views',
  type: 'view',
  name: 'View',
  fields: ({ name, filters }) => ({ name, filters }),
  json_columns: ['filters'],
})

/** What the activity log shows of a shared view. */
export const loggedFields = ({ name, filters, visibility, team_id }: ViewRow) => ({
  name,
  filters,
  visibility,
  team_id,
})

/** Shared views, in the same table. Administrators find their events in the activity log. */
export const sharedViewEntity = new Entity({
  table: 'views',
  type: 'shared_view',
  name: 'View',
  fields: loggedFields,
  json_columns: ['filters'],
})

/** The agent's own views by name. */
export const listOwnViews = async (db: Db, agent_id: number): Promise<OwnViewRow[]> =>
  (
    await db
      .selectFrom('views')
      .selectAll()
      .where('agent_id', '=', agent_id)
      .orderBy((eb) => eb.fn('lower', ['name']))
      .orderBy('id')
      .execute()
  ).filter(isOwned)

/** One of the agent's own views. Views of others and shared ones are reported as not found. */
export async function getOwnView(db: Db, agent_id: number, id: number): Promise<OwnViewRow> {
  const view = await viewEntity.get(db, id)
  if (!isOwned(view) || view.agent_id !== agent_id) throw notFound('View')
  return view
}

/** Those in the actor's sidebar, in its order. Whoever manages shared views also gets those of other teams. */
export async function listViews(db: Db, actor: Actor): Promise<ViewRow[]> {
  const managed = actor.permissions.has('shared_views:manage') ? sql`or v.visibility <> 'user'` : sql``
  const { rows } = await sql<ViewRow>`
    select v.* from views v left join teams t on t.id = v.team_id
    where ${usedViews(actor)} ${managed} order by ${viewGroupOrder}, ${viewOrder}`.execute(db)
  return rows
}

/** A view that the actor may see; 404 otherwise. */
export async function getView(db: Db, actor: Actor, id: number): Promise<ViewRow> {
  const view = await viewEntity.get(db, id)
  if (!maySeeView(actor, scopeOf(view))) throw notFound('View')
  return view
}

export const scopeOf = ({ visibility, agent_id, team_id }: ViewRow): ViewScope => ({
  visibility: visibility as ViewScope['visibility'], // checked by the database
  agent_id,
  team_id,
})

const isOwned = (view: ViewRow): view is OwnViewRow => view.agent_id !== null

export const presentView = (row: OwnViewRow): View => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  filters: row.filters as View['filters'], // written from the contract's type
  user_id: row.agent_id,
})

export const presentAnyView = (row: ViewRow): AnyView => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  filters: row.filters as View['filters'], // written from the contract's type
  visibility: scopeOf(row).visibility,
  user_id: row.agent_id,
  team_id: row.team_id,
})
