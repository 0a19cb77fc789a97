import type { Status } from '@parley/contract/statuses/statuses'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'

export type StatusRow = Selectable<DB['statuses']>

export const statusEntity = new Entity({
  table: 'statuses',
  type: 'status',
  name: 'Status',
  fields: ({ name, category }) => ({ name, category }),
})

export const listStatuses = (db: Db): Promise<StatusRow[]> =>
  db.selectFrom('statuses').selectAll().orderBy('id').execute()

export const presentStatus = (row: StatusRow): Status => ({
  id: row.id,
  created_at: presentTimes(row).created_at,
  name: row.name,
  category: row.category,
  is_default: row.is_default,
})
