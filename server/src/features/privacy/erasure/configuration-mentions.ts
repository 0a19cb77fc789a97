import { type Erasure, type MentionKind, mentionKinds } from '@parley/contract/privacy/privacy'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Redactor } from './redact.ts'

/** As stored: `at` is when the erasure looked at it. */
export type StoredMention = { kind: MentionKind; id: number; at: string }

/** Texts that people wrote to set up the workspace. Small tables, which are read as a whole. */
const configuration: Record<MentionKind, { table: string; texts: string[]; can_be_deleted?: boolean }> = {
  automation_rule: { table: 'automation_rules', texts: ['name', 'description', 'body'] },
  macro: { table: 'macros', texts: ['name', 'message_content', 'actions'] },
  view: { table: 'views', texts: ['name', 'filters'] },
  template: { table: 'templates', texts: ['name', 'subject', 'body', 'design'] },
  inbox: {
    ...{ table: 'inboxes', can_be_deleted: true },
    texts: ['name', 'address', 'aliases', 'from', 'signature', 'brand_name', 'brand_footer'],
  },
  // Their own name and address as well: the person may also work here.
  agent: {
    ...{ table: 'agents', can_be_deleted: true },
    texts: ['first_name', 'last_name', 'email', 'signature'],
  },
  team: { table: 'teams', texts: ['name'] },
  role: { table: 'roles', texts: ['name', 'description'] },
  tag: { table: 'tags', texts: ['name'] },
  status: { table: 'statuses', texts: ['name'] },
  business_hours: { table: 'business_hours', texts: ['name', 'description', 'holidays'] },
  sla_policy: { table: 'sla_policies', texts: ['name', 'description', 'notifications'] },
  custom_attribute: {
    table: 'custom_attribute_definitions',
    texts: ['name', 'description', 'values', 'regex_hint'],
  },
  ai_prompt: { table: 'ai_prompts', texts: ['title', 'content'] },
  webhook: { table: 'webhooks', texts: ['name', 'url'] },
  retention_rule: { table: 'retention_rules', texts: ['name'] },
}

const nameOf: Partial<Record<MentionKind, string>> = {
  agent: `trim(first_name || ' ' || last_name)`,
  ai_prompt: 'title',
}

/** Where the configuration names the person by address, full name or phone number. */
export async function findConfigurationMentions(tx: Tx, redactor: Redactor): Promise<StoredMention[]> {
  const mentions: StoredMention[] = []
  for (const kind of mentionKinds) {
    const { table, texts, can_be_deleted } = configuration[kind]
    const { rows } = await sql<{ id: number; text: string }>`
      select id, concat_ws(' ', ${sql.join(texts.map((column) => sql`${sql.ref(column)}::text`))}) as text
      from ${sql.table(table)} where ${can_be_deleted ? sql`deleted_at is null` : sql`true`} order by id`.execute(
      tx.db,
    )
    for (const { id, text } of rows)
      if (redactor.isIn(text)) mentions.push({ kind, id, at: tx.now.toISOString() })
  }
  return mentions
}

/** With their names of today, which may name the person; so they are shown, and not stored. */
export async function presentMentions(
  db: Db,
  stored: readonly StoredMention[],
): Promise<Map<StoredMention, Erasure['mentions'][number]>> {
  const presented = new Map<StoredMention, Erasure['mentions'][number]>()
  for (const kind of new Set(stored.map((mention) => mention.kind))) {
    const { table, can_be_deleted } = configuration[kind]
    const ofKind = stored.filter((mention) => mention.kind === kind)
    const { rows } = await sql<{ id: number; name: string; updated_at: Date }>`
      select id, ${sql.raw(nameOf[kind] ?? 'name')} as name, updated_at from ${sql.table(table)}
      where id = any(${ofKind.map(({ id }) => id)}::bigint[]) and ${can_be_deleted ? sql`deleted_at is null` : sql`true`}`.execute(
      db,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const mention of ofKind) {
      const row = byId.get(mention.id)
      if (row)
        presented.set(mention, {
          ...{ kind, id: row.id, name: row.name },
          edited: row.updated_at.toISOString() > mention.at,
        })
    }
  }
  return presented
}
