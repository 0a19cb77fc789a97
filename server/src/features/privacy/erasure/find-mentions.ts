import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import type { RunningErasure } from './erasure-state.ts'

/** Message ids read by one transaction. */
const rangeSize = 2_000

/**
 * Notes the conversations with others in which the person wrote, was written to, or whose address is named. Reads all messages, a range
 * at a time: the search index is not complete while it is being filled, and doesn't contain everything.
 */
export async function findMentions(tx: Tx, erasure: RunningErasure): Promise<boolean> {
  const { contact_ids, addresses } = erasure.subject
  if (erasure.cursor === 0)
    await noteConversations(
      tx,
      erasure,
      sql`select conversation_id from conversation_participants where person_id = any(${contact_ids}::bigint[])
        union select conversation_id from conversation_addresses where address = any(${addresses}::text[])
        union select conversation_id from side_threads where participants && ${addresses}::text[]`,
    )
  const until = erasure.cursor + rangeSize
  await noteConversations(
    tx,
    erasure,
    sql`select m.conversation_id from messages m
      where m.id > ${erasure.cursor} and m.id <= ${until} and ((m.sender_type = 'contact' and m.sender_id = any(${contact_ids}::bigint[]))
        or exists (select from unnest(${addresses}::text[]) address where strpos(lower(concat_ws(' ', m.text_content, m.content, m.meta, m.activity,
          m.delivery_error, m.delivery_details)), address) > 0))`,
  )
  erasure.cursor = until
  const newer = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('id', '>', until)
    // Otherwise the plan may be to read the table from its beginning.
    .orderBy('id')
    .limit(1)
    .execute()
  return newer.length > 0
}

/** The conversation that a merged one is read in stands for all of its group. */
const noteConversations = (tx: Tx, { id }: RunningErasure, conversations: RawBuilder<unknown>) =>
  sql`insert into contact_erasure_conversations (erasure_id, conversation_id, was_own)
    select distinct ${id}::bigint, c.id, false from conversations c where c.id in (${conversations})
    on conflict do nothing`.execute(tx.db)
