import type { ErasureKind, ErasurePreview } from '@parley/contract/privacy/privacy'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { notFound } from '../../../http/errors.ts'
import { filesOfContact, filesOfConversations } from './erase-files.ts'
import { confirmationOf, readSubject } from './start-erasure.ts'

/** What erasing this contact would remove, in the words of the report. Each number is counted as the erasure counts it. */
export async function previewErasure(db: Db, id: number): Promise<ErasurePreview> {
  const contact = await db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!contact) throw notFound('Contact')
  const { contact_ids, addresses } = await readSubject(db, contact)
  const groups = await findGroups(db, contact_ids, addresses)
  const counts = await countIn(db, contact_ids, groups)
  return { refusal: null, confirmation: confirmationOf(contact), addresses, counts }
}

/** Conversations, with what is merged: those that go, those that stay, and of the latter those with the person in them. */
type Groups = { deleted: number[]; kept: number[]; changed: number[] }

async function findGroups(db: Db, contact_ids: number[], addresses: string[]): Promise<Groups> {
  const { rows } = await sql<{ id: number; is_kept: boolean; is_concerned: boolean }>`
    with concerned as materialized (
      select id from conversations where contact_id = any(${contact_ids}::bigint[])
      union select conversation_id from conversation_participants where person_id = any(${contact_ids}::bigint[])
      union select conversation_id from conversation_addresses where address = any(${addresses}::text[])
      union select conversation_id from side_threads where participants && ${addresses}::text[]),
    roots as materialized (
      select distinct coalesce(c.merge_root_id, c.id) as id from concerned join conversations c using (id)),
    members as materialized (
      select r.id as root_id, c.id, c.contact_id from roots r join conversations c on c.id = r.id
      union all select r.id, c.id, c.contact_id from roots r join conversations c on c.merge_root_id = r.id),
    kept as materialized (
      select distinct root_id from members c where c.contact_id <> all(${contact_ids}::bigint[])
        or exists (select from messages m where m.conversation_id = c.id and m.sender_type = 'contact' and m.type = 'incoming'
          and m.sender_id <> all(${contact_ids}::bigint[])))
    select m.id, m.root_id in (select root_id from kept) as is_kept, m.id in (select id from concerned) as is_concerned
    from members m`.execute(db)
  return {
    deleted: rows.filter(({ is_kept }) => !is_kept).map(({ id }) => id),
    kept: rows.filter(({ is_kept }) => is_kept).map(({ id }) => id),
    changed: rows.filter(({ is_kept, is_concerned }) => is_kept && is_concerned).map(({ id }) => id),
  }
}

async function countIn(
  db: Db,
  contact_ids: number[],
  { deleted, kept, changed }: Groups,
): Promise<ErasurePreview['counts']> {
  const written = sql`(select id from messages where conversation_id = any(${kept}::bigint[]) and type <> 'activity'
    and sender_type = 'contact' and sender_id = any(${contact_ids}::bigint[]))`
  const counted: Partial<Record<ErasureKind, RawBuilder<unknown>>> = {
    messages_deleted: sql`messages where conversation_id = any(${deleted}::bigint[]) and type <> 'activity'`,
    messages_emptied: sql`messages where id in ${written}`,
    files: sql`(${filesOfConversations(deleted)} union select id from media where message_id in ${written} union ${filesOfContact(contact_ids)}) files`,
    raw_emails: sql`mail_deliveries where (conversation_id = any(${deleted}::bigint[]) and state in ('threaded', 'ignored'))
      or (conversation_id = any(${kept}::bigint[]) and state in ('threaded', 'ignored', 'quarantined'))`,
    contact_notes: sql`contact_notes where contact_id = any(${contact_ids}::bigint[])`,
    exports: sql`contact_exports where contact_id = any(${contact_ids}::bigint[])`,
  }
  const kinds = Object.keys(counted) as (keyof typeof counted)[]
  const { rows } = await sql<Record<string, number>>`select ${sql.join(
    kinds.map((kind) => sql`(select count(*) from ${counted[kind]}) as ${sql.ref(kind)}`),
  )}`.execute(db)
  const all = { conversations_deleted: deleted.length, conversations_changed: changed.length, ...rows[0] }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
}
