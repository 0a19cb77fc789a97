import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { erasedText } from '../../../erased-text.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { addCount, type RunningErasure } from './erasure-state.ts'
import type { Redactor } from './redact.ts'

/** Texts in tables around a conversation, or of no conversation. `lists` are arrays of addresses, `texts` text or JSON. */
type TextTable = { table: string; key: string; texts: string[]; lists?: string[] }

const conversationTables: (TextTable & { of: (ids: RawBuilder<unknown>) => RawBuilder<boolean> })[] = [
  {
    ...{ table: 'drafts', key: 'id', texts: ['content', 'excerpt'] },
    of: (ids) => sql`conversation_id in ${ids}`,
  },
  {
    ...{ table: 'draft_versions', key: 'id', texts: ['content'] },
    of: (ids) => sql`draft_id in (select id from drafts where conversation_id in ${ids})`,
  },
  {
    ...{ table: 'held_sends', key: 'id', lists: ['to', 'cc', 'bcc'] },
    texts: ['content', 'text_content', 'history', 'side_thread', 'start', 'macros'],
    of: (ids) => sql`conversation_id in ${ids}`,
  },
  {
    ...{ table: 'scheduled_replies', key: 'id', texts: ['content', 'text_content', 'macros'] },
    lists: ['to', 'cc', 'bcc'],
    of: (ids) => sql`conversation_id in ${ids}`,
  },
  {
    ...{ table: 'side_threads', key: 'id', texts: ['subject'], lists: ['participants'] },
    of: (ids) => sql`conversation_id in ${ids}`,
  },
  {
    ...{ table: 'automation_runs', key: 'id', texts: ['reasons', 'actions'] },
    of: (ids) => sql`conversation_id in ${ids}`,
  },
  {
    ...{ table: 'conversation_merges', key: 'id', texts: ['before', 'after'] },
    of: (ids) => sql`(conversation_id in ${ids} or target_id in ${ids})`,
  },
  {
    ...{ table: 'csat_surveys', key: 'id', texts: ['comment'] },
    of: (ids) => sql`conversation_id in ${ids}`,
  },
  {
    ...{ table: 'system_mails', key: 'id', texts: ['data', 'delivery_error', 'delivery_details'] },
    of: (ids) => sql`conversation_id in ${ids}`,
  },
  {
    ...{ table: 'notifications', key: 'id', texts: ['data'] },
    of: (ids) => sql`conversation_id in ${ids}`,
  },
]

/** Of no conversation; small tables, or such that are emptied within days. */
const otherTables: TextTable[] = [
  { table: 'drafts', key: 'id', texts: ['content', 'excerpt'] },
  { table: 'draft_versions', key: 'id', texts: ['content'] },
  {
    ...{ table: 'held_sends', key: 'id', lists: ['to', 'cc', 'bcc'] },
    texts: ['content', 'text_content', 'history', 'side_thread', 'start', 'macros'],
  },
  { table: 'contact_notes', key: 'id', texts: ['note'] },
  { table: 'parked_work', key: 'id', texts: ['reference', 'reason'] },
]

/** What else there is about conversations that stay. Returns how much was changed or removed. */
export async function redactConversationRecords(
  tx: Tx,
  { ids, own_ids }: { ids: number[]; own_ids: number[] },
  erasure: RunningErasure,
  redactor: Redactor,
): Promise<number> {
  const { contact_ids, addresses } = erasure.subject
  const of = sql`(select unnest(${ids}::bigint[]))`
  let changed = 0
  for (const table of conversationTables) {
    const count = await redactTable(tx, table, redactor, table.of(of))
    changed += count
    if (table.table === 'drafts') addCount(erasure, 'drafts', count)
  }
  await sql`update conversation_merges set before = jsonb_set(before, '{preview,message}', 'null'), after = jsonb_set(after, '{preview,message}', 'null')
    where (conversation_id in ${of} or target_id in ${of}) and before ? 'preview'`.execute(tx.db)
  // Undoing a split compares with these, for a few hours at most.
  await sql`delete from conversation_splits where conversation_id in ${of} or source_id in ${of}`.execute(
    tx.db,
  )
  await sql`delete from conversation_participants where conversation_id in ${of} and person_id = any(${contact_ids}::bigint[])`.execute(
    tx.db,
  )
  await sql`delete from conversation_addresses where conversation_id in ${of} and address = any(${addresses}::text[])`.execute(
    tx.db,
  )
  const comments = await sql`update csat_surveys set comment = null
    where conversation_id = any(${own_ids}::bigint[]) and comment is not null`.execute(tx.db)
  addCount(erasure, 'survey_comments', comments.numAffectedRows ?? 0)
  await sql`delete from webhook_lines where conversation_id in ${of}`.execute(tx.db)
  const deliveries = await sql`delete from webhook_deliveries where conversation_id in ${of}`.execute(tx.db)
  addCount(erasure, 'webhook_deliveries', deliveries.numAffectedRows ?? 0)
  return changed
}

/** Texts that belong to no conversation, or to one in which the person has no part. */
export async function redactOtherRecords(tx: Tx, erasure: RunningErasure, redactor: Redactor): Promise<void> {
  const { addresses } = erasure.subject
  for (const table of otherTables) {
    const count = await redactTable(tx, table, redactor, naming(erasure, table))
    if (table.table === 'drafts') addCount(erasure, 'drafts', count)
  }
  await sql`delete from automation_mails where lower(address) = any(${addresses}::text[])`.execute(tx.db)
  await sql`delete from rate_limits r where exists (select from unnest(${addresses}::text[]) address where strpos(lower(r.key), address) > 0)`.execute(
    tx.db,
  )
  await removeResponsesWith(tx, addresses)
}

/** Rows that may concern the person; the redactor decides. */
function naming({ subject }: RunningErasure, { texts, lists = [] }: TextTable): RawBuilder<boolean> {
  const needles = [...subject.addresses, ...subject.names, ...subject.phone_numbers].map((text) =>
    text.toLowerCase(),
  )
  const columns = [...texts, ...lists].map((column) => sql`${sql.ref(column)}::text`)
  return sql<boolean>`exists (select from unnest(${needles}::text[]) needle
    where strpos(lower(concat_ws(' ', ${sql.join(columns)})), needle) > 0)`
}

/** Responses that are kept for a day, in case a request is repeated. */
export const removeStoredResponses = (tx: Tx, group: readonly ConversationRow[]) =>
  removeResponsesWith(
    tx,
    group.map(({ uuid }) => uuid),
  )

const removeResponsesWith = (tx: Tx, texts: readonly string[]) =>
  sql`delete from idempotency_keys k using unnest(${[...texts]}::text[]) needle
    where k.response is not null and strpos(lower(k.response::text), needle) > 0`.execute(tx.db)

/** Where a list has no address left, the row has no purpose and goes. */
async function redactTable(
  tx: Tx,
  { table, key, texts, lists = [] }: TextTable,
  redactor: Redactor,
  where: RawBuilder<boolean>,
): Promise<number> {
  const columns = [...texts, ...lists]
  const { rows } = await sql<Record<string, unknown> & { key: number }>`
    select ${sql.ref(key)} as key, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${where}`.execute(
    tx.db,
  )
  let count = 0
  for (const row of rows) {
    const changes = columns.flatMap((column) => {
      const before = row[column]
      const after = redactValue(before, redactor, lists.includes(column))
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ column, after }]
    })
    if (changes.length === 0) continue
    const losesAll = changes.some(
      ({ column, after }) =>
        ['to', 'participants'].includes(column) && Array.isArray(after) && after.length === 0,
    )
    if (losesAll && table !== 'side_threads')
      await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${row.key}`.execute(tx.db)
    else
      await sql`update ${sql.table(table)} set ${sql.join(
        changes.map(
          ({ column, after }) => sql`${sql.ref(column)} = ${toColumn(after, lists.includes(column))}`,
        ),
      )} where ${sql.ref(key)} = ${row.key}`.execute(tx.db)
    count++
  }
  return count
}

function redactValue(value: unknown, redactor: Redactor, is_list: boolean): unknown {
  const redacted = redactor.redactJson(value)
  return is_list && Array.isArray(redacted) ? redacted.filter((one) => one !== erasedText) : redacted
}

const toColumn = (value: unknown, is_list: boolean) =>
  is_list || typeof value === 'string' || value === null
    ? sql`${value}`
    : sql`${JSON.stringify(value)}::jsonb`
