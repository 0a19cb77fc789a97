import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { filesOfContact } from './erase-files.ts'
import { addCount, markFiles, type RunningErasure } from './erasure-state.ts'
import { emptyContactEvents } from './redact-events.ts'

/**
 * What is left of the contact: notes, pictures, exports, what happened to it, and the row itself. The row stays without any data where
 * messages in conversations with others need an author.
 */
export async function eraseContactRecord(tx: Tx, erasure: RunningErasure): Promise<void> {
  const { contact_ids } = erasure.subject
  const { rows: files } = await sql<{ content_hash: Buffer }>`
    delete from media where id in (${filesOfContact(contact_ids)}) returning content_hash`.execute(tx.db)
  const exports = await tx.db
    .deleteFrom('contact_exports')
    .where('contact_id', 'in', contact_ids)
    .returning('content_hash')
    .execute()
  const notes = await tx.db
    .deleteFrom('contact_notes')
    .where('contact_id', 'in', contact_ids)
    .executeTakeFirst()
  await markFiles(
    tx,
    erasure,
    'media',
    [...files, ...exports].flatMap(({ content_hash }) => content_hash ?? []),
  )
  addCount(erasure, 'files', files.length)
  addCount(erasure, 'exports', exports.length)
  addCount(erasure, 'contact_notes', notes.numDeletedRows)
  addCount(erasure, 'events', await emptyContactEvents(tx, contact_ids))
  const needsAuthor = erasure.counts.messages_emptied !== undefined
  if (needsAuthor) return
  await sql`update contacts set merged_into_id = null where id = any(${contact_ids}::bigint[])`.execute(tx.db)
  await tx.db.deleteFrom('contacts').where('id', 'in', contact_ids).execute()
}
