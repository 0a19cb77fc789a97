import { type ContactNote, deleteNoteRefusal } from '@parley/contract/contacts/contact-notes'
import { sql } from 'kysely'
import { cleanAuthoredSync } from '../../authored-html/clean-authored.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { AppError, invalid, notFound } from '../../http/errors.ts'
import { getContactRow } from './get-contact.ts'
import { lockContact } from './lock-contact.ts'

type NoteRow = Omit<ContactNote, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }

/** Maximum number of notes returned; the page shows no more. */
const maxNotes = 500

export const listNotes = async (db: Db, contact_id: number): Promise<ContactNote[]> =>
  readNotes(db, (await getContactRow(db, contact_id)).id)

async function readNotes(db: Db, contact_id: number, note_id: number | null = null): Promise<ContactNote[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.created_at, n.updated_at, n.contact_id, n.note, n.agent_id as user_id, a.first_name, a.last_name, a.avatar_url
    from contact_notes n join agents a on a.id = n.agent_id
    where n.contact_id = ${contact_id} and ${note_id === null ? sql`true` : sql`n.id = ${note_id}`}
    order by n.created_at desc, n.id desc limit ${maxNotes}`.execute(db)
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

export async function createNote(tx: Tx, contact_id: number, html: string): Promise<ContactNote> {
  const { content: note, text_content } = cleanAuthoredSync(html, 'note')
  await lockContact(tx, contact_id)
  if (!text_content.trim() && !/<img\b/i.test(note)) throw invalid('note', 'Enter a note')
  const { id } = await tx.db
    .insertInto('contact_notes')
    .values({ contact_id, note, agent_id: tx.actor.id, created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.record({
    type: 'contact_note.created',
    object: { type: 'contact_note', id },
    data: { contact_id },
  })
  const [created] = await readNotes(tx.db, contact_id, id)
  if (!created) throw new Error('The inserted note could not be read back')
  return created
}

export async function deleteNote(tx: Tx, contact_id: number, id: number): Promise<void> {
  await lockContact(tx, contact_id)
  const note = await tx.db
    .selectFrom('contact_notes')
    .select(['agent_id as user_id', 'created_at'])
    .where('id', '=', id)
    .where('contact_id', '=', contact_id)
    .forUpdate()
    .executeTakeFirst()
  if (!note) throw notFound('Note')
  const refusal = deleteNoteRefusal(note, tx.actor)
  // Existing clients expect a 403 with this type (docs/spec/wire.md#errors).
  if (refusal) throw new AppError(403, 'InputException', refusal)
  await tx.db.deleteFrom('contact_notes').where('id', '=', id).execute()
  await tx.record({
    type: 'contact_note.deleted',
    object: { type: 'contact_note', id },
    data: { contact_id, author_id: note.user_id, written_at: note.created_at.toISOString() },
  })
}
