import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'

type Seen = { agent_id: number; seen_counter: number; own_since: number }

/** What an agent has read in the merged conversation stays read in the target, and the rest unread. */
export async function addSeen(tx: Tx, c: ConversationRow, target: ConversationRow): Promise<void> {
  const { rows } = await sql<Seen>`
    insert into conversation_seen as seen (agent_id, conversation_id, seen_counter, own_since)
    select agent_id, ${target.id}, seen_counter, own_since from conversation_seen where conversation_id = ${c.id}
    on conflict (agent_id, conversation_id) do update set
      seen_counter = seen.seen_counter + excluded.seen_counter, own_since = seen.own_since + excluded.own_since
    returning agent_id, seen_counter, own_since`.execute(tx.db)
  await recordUnread(tx, target, rows)
}

/**
 * Subtracts the merged conversation's messages again. Whoever has read the target since has read them too; everyone else
 * has read as many of them as before the merge.
 */
export async function subtractSeen(
  tx: Tx,
  c: ConversationRow,
  target: ConversationRow,
  merged_at: Date,
): Promise<void> {
  const { rows } = await sql<Seen>`
    update conversation_seen seen set
      seen_counter = greatest(0, seen.seen_counter - case when seen.seen_at > ${merged_at} then ${c.unread_counter} else coalesce(own.seen_counter, 0) end),
      own_since = greatest(0, seen.own_since - case when seen.seen_at > ${merged_at} then 0 else coalesce(own.own_since, 0) end)
    from conversation_seen reader
    left join conversation_seen own on own.agent_id = reader.agent_id and own.conversation_id = ${c.id}
    where seen.conversation_id = ${target.id} and reader.conversation_id = seen.conversation_id and reader.agent_id = seen.agent_id
    returning seen.agent_id, seen.seen_counter, seen.own_since`.execute(tx.db)
  await recordUnread(tx, target, rows)
}

/** Unread counts are private, so each reader's own browsers are told. */
export const recordUnread = (tx: Tx, c: ConversationRow, rows: readonly Seen[]): Promise<void> =>
  tx.recordAll(
    rows.map(({ agent_id, seen_counter, own_since }) => ({
      type: 'conversation.seen',
      conversation: { before: null, after: c },
      object: { type: 'agent', id: agent_id },
      data: {
        unread: Math.min(10, Math.max(0, c.unread_counter - seen_counter - own_since)),
        unread_counter: c.unread_counter,
      },
    })),
  )
