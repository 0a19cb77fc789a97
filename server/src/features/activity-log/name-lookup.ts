import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { EntryRow } from './entry-conditions.ts'

/** Current names by kind and id, including soft-deleted records. */
export type NameLookup = (kind: string, id: number | null) => { name: string; exists: boolean } | null

const tables: Record<string, string> = {
  team: 'teams',
  role: 'roles',
  inbox: 'inboxes',
  oidc_provider: 'oidc_providers',
  status: 'statuses',
  tag: 'tags',
  macro: 'macros',
  shared_view: 'views',
  custom_attribute: 'custom_attribute_definitions',
  business_hours: 'business_hours',
  sla_policy: 'sla_policies',
  template: 'templates',
  webhook: 'webhooks',
  ai_provider: 'ai_providers',
  ai_prompt: 'ai_prompts',
  automation: 'automation_rules',
  retention_rule: 'retention_rules',
}

/** Fields that contain ids of other records, one or several, as numbers or strings. */
const referenceFields: Record<string, string> = {
  business_hours_id: 'business_hours',
  'app.business_hours_id': 'business_hours',
  sla_policy_id: 'sla_policy',
  team_id: 'team',
  user_id: 'agent',
  api_key_inbox_ids: 'inbox',
  template_id: 'template',
}

export async function loadNames(db: Db, rows: readonly EntryRow[]): Promise<NameLookup> {
  const ids = idsByKind(rows)
  const parts = [
    sql`select 'agent' as kind, id, trim(first_name || ' ' || last_name) as name, deleted_at is null as exists
      from agents where id = any(${[...(ids.get('agent') ?? [])]}::bigint[])`,
    sql`select 'delivery', id, '#' || id, true from mail_deliveries where id = any(${[...(ids.get('delivery') ?? [])]}::bigint[])`,
    ...Object.entries(tables).map(
      ([kind, table]) =>
        sql`select ${kind}, id, ${sql.ref(kind === 'ai_prompt' ? 'title' : 'name')} as name, ${kind === 'inbox' ? sql`deleted_at is null` : sql`true`}
          from ${sql.table(table)} where id = any(${[...(ids.get(kind) ?? [])]}::bigint[])
          ${kind === 'shared_view' ? sql`and visibility <> 'user'` : sql``}`,
    ),
  ]
  const result = await sql<{
    kind: string
    id: number
    name: string
    exists: boolean
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const names = new Map(result.rows.map(({ kind, id, ...entry }) => [`${kind} ${id}`, entry]))
  return (kind, id) => names.get(`${kind} ${id}`) ?? null
}

/** The names for the ids in a field; a deleted record is shown by its number. Null for all other fields. */
export function formatReferences(field: string, value: unknown, names: NameLookup): string | null {
  const kind = referenceFields[field]
  const ids = kind ? extractIds(value) : []
  if (!kind || ids.length === 0) return null
  return ids.map((id) => names(kind, id)?.name ?? `#${id}`).join(', ')
}

function idsByKind(rows: readonly EntryRow[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>()
  const add = (kind: string, id: number) => ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
  for (const row of rows) {
    if (row.actor_id !== null) add('agent', row.actor_id)
    if (row.object_id !== null) add(row.object_type, row.object_id)
    for (const [field, values] of Object.entries(row.changes)) {
      const kind = referenceFields[field]
      if (kind) for (const id of values.flatMap(extractIds)) add(kind, id)
    }
  }
  return ids
}

const extractIds = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => /^[1-9]\d{0,14}$/.test(String(one))).map(Number)
