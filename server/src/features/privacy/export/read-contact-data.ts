import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { notFound } from '../../../http/errors.ts'

/** Everything about a contact except conversations, as written to contact.json. */
export async function readContact(db: Db, id: number) {
  const { rows } = await sql<{ contact: Record<string, unknown> }>`
    select jsonb_build_object('id', k.id, 'created_at', k.created_at, 'first_name', k.first_name, 'last_name', k.last_name,
      'email', k.email, 'phone_number', k.phone_number, 'custom_attributes', k.custom_attributes, 'enabled', k.enabled,
      'last_active_at', k.last_active_at,
      'addresses', (select coalesce(jsonb_agg(jsonb_build_object('address', address, 'since', created_at) order by created_at), '[]')
        from contact_addresses where contact_id = k.id),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'note', note) order by id), '[]')
        from contact_notes where contact_id = k.id)) as contact
    from contacts k where k.id = ${id} and k.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw notFound('Contact')
  return row.contact
}

export type ExportedConversation = { id: number; reference_number: string; is_own: boolean }

const batchSize = 500

/** The contact's conversations, and those of others in which they wrote; oldest first. */
export async function* listConversations(db: Db, contact_id: number): AsyncGenerator<ExportedConversation> {
  for (let last = 0; ; ) {
    const { rows } = await sql<ExportedConversation>`
      select c.id, c.reference_number, c.contact_id = ${contact_id} as is_own from conversations c
      where c.id > ${last} and (c.contact_id = ${contact_id}
        or c.id in (select conversation_id from conversation_participants where person_id = ${contact_id}))
      order by c.id limit ${batchSize}`.execute(db)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < batchSize) return
  }
}

export type ExportedMessage = {
  uuid: string
  created_at: string
  type: 'incoming' | 'outgoing' | 'activity'
  /** A note or an email with a third party, which the contact never received. */
  private: boolean
  sender: string
  meta: { from?: string[]; to?: string[]; cc?: string[]; subject?: string }
  content: string
  text_content: string
  files: { uuid: string; filename: string; content_type: string; size: number }[]
}

/**
 * A conversation with its messages. Of somebody else's, only what the contact wrote or was sent: the rest is about others.
 */
export async function readConversation(db: Db, contact_id: number, { id, is_own }: ExportedConversation) {
  const { rows } = await sql<{
    conversation: Record<string, unknown> & {
      reference_number: string
      subject: string | null
      created_at: string
    }
  }>`
    select jsonb_build_object('uuid', c.uuid, 'reference_number', c.reference_number, 'created_at', c.created_at, 'subject', c.subject,
      'inbox', (select name from inboxes where id = c.inbox_id), 'status', (select name from statuses where id = c.status_id),
      'custom_attributes', c.custom_attributes,
      'surveys', (select coalesce(jsonb_agg(jsonb_build_object('sent_at', sent_at, 'rating', rating, 'comment', comment) order by id), '[]')
        from csat_surveys where conversation_id = c.id)) as conversation
    from conversations c where c.id = ${id}`.execute(db)
  const [row] = rows
  // Deleted in the meantime.
  if (!row) return null
  return {
    ...row.conversation,
    messages: await readMessages(db, id, is_own ? sql`true` : isTheirs(contact_id)),
  }
}

/** On `messages m`. */
const isTheirs = (
  contact_id: number,
): RawBuilder<boolean> => sql<boolean>`((m.sender_type = 'contact' and m.sender_id = ${contact_id})
  or exists (select from contact_addresses a where a.contact_id = ${contact_id} and (m.meta->'to' ? a.address or m.meta->'cc' ? a.address)))`

async function readMessages(db: Db, conversation_id: number, filter: RawBuilder<boolean>) {
  const { rows } = await sql<{ message: ExportedMessage }>`
    select jsonb_build_object('uuid', m.uuid, 'created_at', m.created_at, 'type', m.type, 'private', m.private,
      'sender', coalesce((select trim(first_name || ' ' || last_name) from agents where m.sender_type = 'agent' and id = m.sender_id),
        (select trim(first_name || ' ' || last_name || ' <' || coalesce(email, '') || '>') from contacts where id = m.sender_id), ''),
      'meta', m.meta, 'content', m.content, 'text_content', m.text_content,
      'files', (select coalesce(jsonb_agg(jsonb_build_object('uuid', uuid, 'filename', filename, 'content_type', content_type, 'size', size)
        order by id), '[]') from media where message_id = m.id)) as message
    from messages m where m.conversation_id = ${conversation_id} and m.type <> 'activity' and ${filter}
    order by m.created_at, m.id`.execute(db)
  return rows.map(({ message }) => message)
}

/** Files of the exported messages, and the original emails of the contact. */
export async function* listFiles(db: Db, contact_id: number) {
  for await (const c of listConversations(db, contact_id)) {
    const { rows: media } = await sql<{ uuid: string; filename: string; content_hash: Buffer }>`
      select f.uuid, f.filename, f.content_hash from media f join messages m on m.id = f.message_id
      where m.conversation_id = ${c.id} and ${c.is_own ? sql`true` : isTheirs(contact_id)} order by f.id`.execute(
      db,
    )
    yield* media.map((file) => ({ area: 'media' as const, ...file }))
    const { rows: mails } = await sql<{ id: number; raw_hash: Buffer }>`
      select d.id, d.raw_hash from mail_deliveries d left join messages m on m.id = d.stored_message_id
      where d.conversation_id = ${c.id} and d.state <> 'erased' and ${c.is_own ? sql`true` : isTheirs(contact_id)} order by d.id`.execute(
      db,
    )
    yield* mails.map(({ id, raw_hash }) => ({ area: 'mail' as const, id, content_hash: raw_hash }))
  }
}
