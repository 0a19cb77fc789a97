import type { ListedTemplate, Template, TemplateType } from '@parley/contract/templates/templates'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { readStoredDesign } from './stored-design.ts'

export type TemplateRow = Selectable<DB['templates']>

export const templateEntity = new Entity({
  table: 'templates',
  type: 'template',
  name: 'Template',
  fields: (row) => {
    const { name, type, subject, body, is_default } = row
    // The body shows what changed in a design.
    return { name, type, subject, body, is_default, editor: readStoredDesign(row) ? 'visual' : 'code' }
  },
  json_columns: ['design'],
})

/** The default first, then by name. */
export const listTemplates = (
  db: Db,
  type: TemplateType,
): Promise<(TemplateRow & { inbox_names: string[] })[]> =>
  db
    .selectFrom('templates')
    .selectAll()
    .select(
      sql<string[]>`array(select name from inboxes where template_id = templates.id and deleted_at is null
        order by lower(name), id)`.as('inbox_names'),
    )
    .where('type', '=', type)
    .orderBy('is_default', 'desc')
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()

export const presentTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  ...presentTimes(row),
  type: row.type as TemplateType, // checked by the table
  name: row.name,
  subject: row.subject,
  body: row.body,
  is_default: row.is_default,
  is_builtin: row.is_builtin,
  design: readStoredDesign(row),
})

export const presentListedTemplate = (row: TemplateRow & { inbox_names: string[] }): ListedTemplate => ({
  ...presentTemplate(row),
  inbox_names: row.inbox_names,
})
