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
  /** Stored facts; only for conversations whose facts this batch may change. */
  facts: ReportFact[]
}

/** For all conversations of these events. A conversation whose creation was never counted is counted from here on. */
export async function readConversationStates(
  db: Db,
  events: readonly Event[],
): Promise<Map<number, ConversationState>> {
  const ids = conversationIds(events)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ConversationState>`
    select c.id, c.inbox_id, coalesce(r.imported, false) as imported, r.opened_at, coalesce(r.was_answered, false) as was_answered,
      coalesce(r.tag_ids, '{}') as tag_ids
    from conversations c left join report_conversations r on r.conversation_id = c.id where c.id = any(${ids})`.execute(
    db,
  )
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
    'assigned_user_id' in columns
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

export async function saveConversationStates(db: Db, all: readonly ConversationState[]): Promise<void> {
  if (all.length === 0) return
  const rows = all.map(({ id, imported, opened_at, was_answered, tag_ids }) => ({
    conversation_id: id,
    imported,
    opened_at,
    was_answered,
    tag_ids,
  }))
  await sql`
    insert into report_conversations (conversation_id, imported, opened_at, was_answered, tag_ids)
    select conversation_id, imported, opened_at, was_answered, tag_ids from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (conversation_id bigint, imported boolean, opened_at timestamptz, was_answered boolean, tag_ids bigint[])
    on conflict (conversation_id) do update set imported = excluded.imported, opened_at = excluded.opened_at,
      was_answered = excluded.was_answered, tag_ids = excluded.tag_ids`.execute(db)
}
