import { type MergePreview, mergeRefusal } from '@parley/contract/contacts/contacts'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import { lockById, visibleTo } from '../../conversation-access.ts'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { insertActivity } from '../conversations/timeline/insert-message.ts'
import { updateConversation } from '../conversations/update-conversation.ts'
import { retireMedia } from '../media/remove-unused-uploads.ts'
import { updateOtherAddresses } from './contact-addresses.ts'
import type { ContactRow } from './contact-row.ts'

/** What the merge would move, and which missing values of the target the source would fill. */
export async function previewMerge(db: Db, actor: Actor, id: number, into_id: number): Promise<MergePreview> {
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('id', 'in', [id, into_id])
    .where('deleted_at', 'is', null)
    .execute()
  const { from, into } = getMergePair(rows, id, into_id)
  const sourceConversations = sql`from conversations c where c.contact_id = ${id} and c.deleted_at is null`
  const { rows: counts } = await sql<Omit<MergePreview, 'filled'>>`
    select (select count(*) ${sourceConversations} and ${visibleTo(actor)}) as conversations,
      exists (select ${sourceConversations} and ${visibleTo(actor)} is not true) as unseen_conversations,
      (select count(*) from contact_notes where contact_id = ${id}) as notes,
      array(select address from contact_addresses where contact_id = ${id} order by address) as addresses`.execute(
    db,
  )
  const { conversations = 0, unseen_conversations = false, notes = 0, addresses = [] } = counts[0] ?? {}
  const { custom_attributes, ...columns } = missingFieldsOf(from, into)
  return {
    conversations,
    unseen_conversations,
    notes,
    addresses,
    filled: [...Object.keys(columns), ...Object.keys(custom_attributes)],
  }
}

/**
 * Merges the first contact into the second; values of the second take precedence. One transaction: it waits for mail of
 * the first contact that is being filed, and mail that arrives during the merge waits and is filed under the second.
 */
export async function mergeContact(tx: Tx, id: number, into_id: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', 'in', [id, into_id])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { from, into } = getMergePair(rows, id, into_id)
  const addresses = await moveAddresses(tx, from, into)
  const conversations = await moveConversations(tx, from, into)
  const notes = await tx.db
    .updateTable('contact_notes')
    .set({ contact_id: into.id })
    .where('contact_id', '=', from.id)
    .returning('id')
    .execute()
  const filled = await fillMissingFields(tx, from, into)
  await updateOtherAddresses(tx, into.id)
  await tx.record({
    type: 'contact.merged',
    object: { type: 'contact', id: from.id },
    changes: { merged_into_id: [null, into.id] },
    data: { into_id: into.id, addresses, conversations, notes: notes.map((note) => note.id), filled },
  })
}

function getMergePair(rows: ContactRow[], id: number, into_id: number) {
  const [from, into] = [id, into_id].map((contact_id) => rows.find((row) => row.id === contact_id))
  if (!from || !into) throw notFound('Contact')
  const refusal = mergeRefusal(from, into)
  if (refusal) throw conflict(refusal)
  return { from, into }
}

/** Deletes the source first, which frees its addresses, then moves them to the target. */
async function moveAddresses(tx: Tx, from: ContactRow, into: ContactRow): Promise<string[]> {
  const moved = await tx.db
    .updateTable('contact_addresses')
    .set({ contact_id: into.id })
    .where('contact_id', '=', from.id)
    .returning('address')
    .execute()
  await tx.db
    .updateTable('contacts')
    .set({ deleted_at: tx.now, merged_into_id: into.id, updated_at: tx.now })
    .where('id', '=', from.id)
    .execute()
  // Contacts merged into the source earlier now point directly to the target.
  await tx.db
    .updateTable('contacts')
    .set({ merged_into_id: into.id })
    .where('merged_into_id', '=', from.id)
    .execute()
  return moved.map(({ address }) => address)
}

/**
 * Moves the source's conversations and the messages it wrote in conversations of others. Returns the number of
 * conversations moved.
 */
async function moveConversations(tx: Tx, from: ContactRow, into: ContactRow): Promise<number> {
  const conversations = await tx.db
    .selectFrom('conversations')
    .select(['id', 'deleted_at'])
    .where('contact_id', '=', from.id)
    .orderBy('id')
    .execute()
  const names = { from: displayName(from), into: displayName(into) }
  for (const { id, deleted_at } of conversations) {
    const before = deleted_at ? null : await lockById(tx, id)
    if (!before) {
      await tx.db.updateTable('conversations').set({ contact_id: into.id }).where('id', '=', id).execute()
      continue
    }
    const after = await updateConversation(tx, before, { contact_id: into.id })
    const message_id = await insertActivity(tx, after, { type: 'contact_merged', data: names })
    await tx.record({
      type: 'conversation.contact_merged',
      conversation: { before, after },
      message_ids: [message_id],
    })
  }
  await sql`
    update messages m set sender_id = ${into.id}, version = version + 1, updated_at = ${tx.now}
    from conversation_participants p
    where p.person_id = ${from.id} and m.conversation_id = p.conversation_id
      and m.sender_type = 'contact' and m.sender_id = ${from.id}`.execute(tx.db)
  await sql`
    insert into conversation_participants (conversation_id, person_id, joined_at)
    select conversation_id, ${into.id}, joined_at from conversation_participants where person_id = ${from.id}
    on conflict (conversation_id, person_id) do update set joined_at = least(conversation_participants.joined_at, excluded.joined_at)`.execute(
    tx.db,
  )
  await tx.db.deleteFrom('conversation_participants').where('person_id', '=', from.id).execute()
  return conversations.length
}

/** Values that the target lacks and the source has. A phone number and its country are moved together. */
function missingFieldsOf(from: ContactRow, into: ContactRow) {
  const attributes = into.custom_attributes as Record<string, unknown> // the column contains an object
  return {
    ...(!into.first_name &&
      !into.last_name &&
      from.first_name && {
        first_name: from.first_name,
        last_name: from.last_name,
      }),
    ...(!into.email && from.email && { email: from.email }),
    ...(!into.phone_number &&
      from.phone_number && {
        phone_number: from.phone_number,
        phone_number_country_code: from.phone_number_country_code,
      }),
    ...(!into.avatar_url && from.avatar_url && { avatar_url: from.avatar_url }),
    custom_attributes: Object.fromEntries(
      Object.entries(from.custom_attributes as Record<string, unknown>).filter(
        ([key]) => !Object.hasOwn(attributes, key),
      ),
    ),
  }
}

async function fillMissingFields(tx: Tx, from: ContactRow, into: ContactRow): Promise<string[]> {
  const { custom_attributes, ...columns } = missingFieldsOf(from, into)
  await tx.db
    .updateTable('contacts')
    .set({
      ...columns,
      custom_attributes: json({ ...custom_attributes, ...(into.custom_attributes as object) }), // see missingFieldsOf
      created_at: from.created_at < into.created_at ? from.created_at : into.created_at,
      updated_at: tx.now,
    })
    .where('id', '=', into.id)
    .execute()
  if (columns.avatar_url)
    await tx.db.updateTable('media').set({ person_id: into.id }).where('person_id', '=', from.id).execute()
  else await retireMedia(tx, { person_id: from.id, except_id: 0 })
  return [...Object.keys(columns), ...Object.keys(custom_attributes)]
}

const displayName = ({ first_name, last_name, email }: ContactRow): string =>
  `${first_name} ${last_name}`.trim() || email || '?'
