import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { EntryRow } from './entries.ts'

/** What things are called now, by kind and id; people whether deleted or not. */
export type Names = (kind: string, id: number | null) => string | null

const tables: Record<string, string> = {
  team: 'teams',
  role: 'roles',
  inbox: 'inboxes',
  status: 'statuses',
  tag: 'tags',
  macro: 'macros',
  custom_attribute: 'custom_attribute_definitions',
  business_hours: 'business_hours',
  sla_policy: 'sla_policies',
  template: 'templates',
  webhook: 'webhooks',
}

export async function namesOf(db: Db, rows: readonly EntryRow[]): Promise<Names> {
  const agents = idsOf(rows, 'agent')
  for (const { actor_id } of rows) if (actor_id !== null) agents.add(actor_id)
  const parts = [
    sql`select 'agent' as kind, id, trim(first_name || ' ' || last_name) as name from agents where id = any(${[...agents]}::bigint[])`,
    ...Object.entries(tables).map(
      ([kind, table]) =>
        sql`select ${kind}, id, name from ${sql.table(table)} where id = any(${[...idsOf(rows, kind)]}::bigint[])`,
    ),
  ]
  const found = await sql<{
    kind: string
    id: number
    name: string
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const names = new Map(found.rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return (kind, id) => names.get(`${kind} ${id}`) ?? null
}

const idsOf = (rows: readonly EntryRow[], kind: string): Set<number> =>
  new Set(rows.flatMap((row) => (row.object_type === kind && row.object_id !== null ? [row.object_id] : [])))
