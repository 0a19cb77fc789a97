import type { View } from '@parley/contract/views/views'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { notFound } from '../../http/errors.ts'

export type ViewRow = Selectable<DB['views']>

export const viewEntity = new Entity({
  table: 'views',
  type: 'view',
  name: 'View',
  fields: ({ name, filters }) => ({ name, filters }),
  json_columns: ['filters'],
})

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
  const view = await viewEntity.get(db, id)
  if (view.agent_id !== agent_id) throw notFound('View')
  return view
}

export const presentView = (row: ViewRow): View => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  filters: row.filters as View['filters'], // written from the contract's type
  user_id: row.agent_id,
})
