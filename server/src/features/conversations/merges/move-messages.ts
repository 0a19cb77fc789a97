import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'

type Move = { from: Pick<ConversationRow, 'id'>; to: Pick<ConversationRow, 'id'> }

/**
 * Moves messages between two locked conversations, with everything that leads to them: the ids that replies cite, the
 * search index, the ledger, and who takes part. Nothing is copied.
 */
export async function moveMessages(tx: Tx, message_ids: number[], { from, to }: Move): Promise<void> {
  await sql`update messages set conversation_id = ${to.id}, version = version + 1, updated_at = ${tx.now}
    where id = any(${message_ids})`.execute(tx.db)
  await sql`delete from thread_ids t using thread_ids moved
    where t.conversation_id = ${to.id} and moved.conversation_id = ${from.id} and moved.source_id = t.source_id
      and moved.message_id = any(${message_ids})`.execute(tx.db)
  await sql`update thread_ids set conversation_id = ${to.id}
    where conversation_id = ${from.id} and message_id = any(${message_ids})`.execute(tx.db)
  await sql`update search_messages set conversation_id = ${to.id} where message_id = any(${message_ids})`.execute(
    tx.db,
  )
  await sql`update mail_deliveries set conversation_id = ${to.id}
    where conversation_id = ${from.id} and stored_message_id = any(${message_ids})`.execute(tx.db)
  await moveParticipants(tx, message_ids, { from, to })
}

async function moveParticipants(tx: Tx, message_ids: number[], { from, to }: Move): Promise<void> {
  await sql`insert into conversation_participants (conversation_id, person_id, joined_at)
    select ${to.id}, sender_id, min(created_at) from messages where id = any(${message_ids}) group by sender_id
    on conflict do nothing`.execute(tx.db)
  await sql`delete from conversation_participants p where p.conversation_id = ${from.id}
    and p.person_id in (select sender_id from messages where id = any(${message_ids}))
    and not exists (select from messages m where m.conversation_id = ${from.id} and m.sender_id = p.person_id)`.execute(
    tx.db,
  )
  // Only whom an agent wrote to belongs to a conversation; a sender who cited a reference does not.
  await sql`insert into conversation_addresses (conversation_id, address)
    select distinct ${to.id}::bigint, address from messages m
    cross join lateral jsonb_array_elements_text(
      coalesce(m.meta->'to', '[]') || coalesce(m.meta->'cc', '[]') || coalesce(m.meta->'bcc', '[]')) as address
    where m.id = any(${message_ids}) and m.type = 'outgoing' and not m.private
    on conflict do nothing`.execute(tx.db)
}
