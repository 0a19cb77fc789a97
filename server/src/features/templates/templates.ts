import type { Template, TemplateType } from '@parley/contract/templates/templates'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'

export type TemplateRow = Selectable<DB['templates']>

export const templateEntity = new Entity({
  table: 'templates',
  type: 'template',
  name: 'Template',
  fields: ({ name, type, subject, body, is_default }) => ({ name, type, subject, body, is_default }),
})

/** The default first, then by name. */
export const listTemplates = (db: Db, type: TemplateType): Promise<TemplateRow[]> =>
  db
    .selectFrom('templates')
    .selectAll()
    .where('type', '=', type)
    .orderBy('is_default', 'desc')
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()

export const presentTemplate = (row: TemplateRow): Template => ({ ...row, ...presentTimes(row) })
