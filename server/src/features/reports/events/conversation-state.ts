import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'
import type { ReportFact } from './fact.ts'

/** Report state of a conversation from earlier events, updated while a batch is processed. */
export type ConversationState = {
  id: number
  inbox_id: number
  imported: boolean
  opened_at: Date | null
  was_answered: boolean
  tag_ids: number[]
  is_hidden: boolean
  /** Stored facts; only for conversations whose facts this batch may change. */
  facts: ReportFact[]
}

/**
 * For all conversations of these events. A conversation whose creation was never counted is counted from here on. One that was deleted
 * permanently since has a state only if it was counted before.
 */
export async function readConversationStates(
  db: Db,
  events: readonly Event[],
): Promise<Map<number, ConversationState>> {
  const ids = conversationIds(events)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ConversationState>`
    select w.id, coalesce(c.inbox_id, 0) as inbox_id, coalesce(r.imported, false) as imported, r.opened_at,
      coalesce(r.was_answered, false) as was_answered, coalesce(r.tag_ids, '{}') as tag_ids, coalesce(r.is_hidden, false) as is_hidden
    from unnest(${ids}::bigint[]) w (id) left join conversations c on c.id = w.id
      left join report_conversations r on r.conversation_id = w.id
    where c.id is not null or r.conversation_id is not null`.execute(db)
  const facts = await readFacts(db, conversationIds(events.filter(mayChangeFacts)))
  return new Map(
    rows.map((row) => [row.id, { ...row, tag_ids: row.tag_ids.map(Number), facts: facts.get(row.id) ?? [] }]),
  )
}

/** Whether the event may change facts that were counted before it. */
const mayChangeFacts = ({ type, changes }: Event): boolean => {
  const columns = changes as Record<string, unknown> // as spine/record-event.ts writes them
  return (
    type === 'conversation.tags_changed' ||
    type === 'csat.answered' ||
    'assigned_team_id' in columns ||
    'assigned_user_id' in columns ||
    'deleted_at' in columns ||
    'inbox_id' in columns
  )
}

async function readFacts(db: Db, ids: number[]): Promise<Map<number, ReportFact[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_facts')
    .selectAll()
    .where('conversation_id', 'in', ids)
    .orderBy('id')
    .execute()
  // A check constraint limits the kinds.
  return Map.groupBy(rows as ReportFact[], ({ conversation_id }) => conversation_id)
}

const conversationIds = (events: readonly Event[]) => [
  ...new Set(events.flatMap(({ conversation_id }) => conversation_id ?? [])),
]

/** What a permanently deleted conversation counted is gone with it; it was hidden before, so no sums change. */
export async function deleteConversationStates(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('report_facts').where('conversation_id', 'in', ids).execute()
  await db.deleteFrom('report_conversations').where('conversation_id', 'in', ids).execute()
}

export async function saveConversationStates(db: Db, all: readonly ConversationState[]): Promise<void> {
  if (all.length === 0) return
  const rows = all.map(({ id, imported, opened_at, was_answered, tag_ids, is_hidden }) => ({
    conversation_id: id,
    imported,
    opened_at,
    was_answered,
    tag_ids,
    is_hidden,
  }))
  await sql`
    insert into report_conversations (conversation_id, imported, opened_at, was_answered, tag_ids, is_hidden)
    select conversation_id, imported, opened_at, was_answered, tag_ids, is_hidden from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (conversation_id bigint, imported boolean, opened_at timestamptz, was_answered boolean, tag_ids bigint[], is_hidden boolean)
    on conflict (conversation_id) do update set imported = excluded.imported, opened_at = excluded.opened_at,
      was_answered = excluded.was_answered, tag_ids = excluded.tag_ids, is_hidden = excluded.is_hidden`.execute(
    db,
  )
}
