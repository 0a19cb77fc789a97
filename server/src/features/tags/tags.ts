import type { Tag } from '@parley/contract/tags/tags'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'

export type TagRow = Selectable<DB['tags']>

export const tagEntity = new Entity({
  table: 'tags',
  type: 'tag',
  name: 'Tag',
  fields: ({ name }) => ({ name }),
})

export const listTags = (db: Db): Promise<TagRow[]> =>
  db
    .selectFrom('tags')
    .selectAll()
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
})
