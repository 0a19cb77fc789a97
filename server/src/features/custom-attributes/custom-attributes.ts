import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'

export type CustomAttributeRow = Selectable<DB['custom_attribute_definitions']>

export const customAttributeEntity = new Entity({
  table: 'custom_attribute_definitions',
  type: 'custom_attribute',
  name: 'Custom attribute',
  fields: ({ id, created_at, updated_at, ...fields }) => fields,
})

export const listCustomAttributes = (
  db: Db,
  applies_to?: CustomAttribute['applies_to'],
): Promise<CustomAttributeRow[]> =>
  db
    .selectFrom('custom_attribute_definitions')
    .selectAll()
    .$if(applies_to !== undefined, (filtered) => filtered.where('applies_to', '=', applies_to ?? 'contact'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const presentCustomAttribute = (row: CustomAttributeRow): CustomAttribute => ({
  ...row,
  ...presentTimes(row),
})
