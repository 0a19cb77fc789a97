import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'
import type { ReportFact } from './fact.ts'

/** What is known of a conversation from earlier events, and what a batch makes of it. */
export type ConversationState = {
  id: number
  inbox_id: number
  imported: boolean
  opened_at: Date | null
  was_answered: boolean
  tag_ids: number[]
  /** As they are written; only of conversations of which the batch may change some. */
  facts: ReportFact[]
}

/** Of all conversations that the events are about; what happened in one that nobody saw begin counts from there on. */
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

/** Whether what was counted before may count for others, or otherwise, after it. */
const mayChangeFacts = ({ type, changes }: Event): boolean => {
  const columns = changes as Record<string, unknown> // as spine/record.ts writes them
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
  // The column's check names the kinds.
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
