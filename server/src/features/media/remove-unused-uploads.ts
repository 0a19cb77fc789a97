import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import { thumbnailSuffix } from './thumbnail.ts'

const dayMs = 86_400_000
/** The same bytes may have been stored again within the hour, with their row still pending. */
const graceMs = 3_600_000
const batchSize = 500

/**
 * Job, hourly: removes uploads that nothing used within a day, and their bytes unless another file has the same.
 * Uploads for messages are used by a message or a draft; others also by a text or setting that references them.
 */
export async function removeUnusedUploads(db: Db, files: FileStore, now: Date): Promise<void> {
  while ((await removeBatch(db, files, now)) === batchSize);
}

async function removeBatch(db: Db, files: FileStore, now: Date): Promise<number> {
  const removed = await db
    .deleteFrom('media')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('media')
        .select('id')
        .where('message_id', 'is', null)
        .where('held_send_id', 'is', null)
        .where('scheduled_reply_id', 'is', null)
        .where('person_id', 'is', null)
        .where((either) =>
          either.or([
            either('model_type', '=', 'messages'),
            either.and([either('model_type', 'is', null), sql<boolean>`not ${isReferenced}`]),
          ]),
        )
        .where('created_at', '<', new Date(now.getTime() - dayMs))
        .where(isInNoDraft)
        .orderBy('created_at')
        .limit(batchSize)
        // A draft that is being saved holds its uploads.
        .forUpdate()
        .skipLocked(),
    )
    // Sending may have attached it in the meantime.
    .where('message_id', 'is', null)
    .where('held_send_id', 'is', null)
    .where('scheduled_reply_id', 'is', null)
    .where('person_id', 'is', null)
    .returning('content_hash')
    .execute()
  for (const { content_hash } of removed) await removeUnreferencedFile(db, files, content_hash)
  return removed.length
}

const isInNoDraft = sql<boolean>`not exists (select from draft_media dm where dm.media_id = media.id)`

const isReferenced = sql`(
  exists (select from macros where strpos(message_content, media.uuid::text) > 0)
  or exists (select from contact_notes where strpos(note, media.uuid::text) > 0)
  or exists (select from templates where strpos(body, media.uuid::text) > 0)
  or exists (select from inboxes where brand_logo_url = '/uploads/' || media.uuid::text and deleted_at is null)
  or exists (select from settings where strpos(value::text, media.uuid::text) > 0))`

/** A person's former avatars become unused uploads and are removed with the others. */
export async function retireMedia(
  tx: Tx,
  { person_id, except_id }: { person_id: number; except_id: number },
) {
  await tx.db
    .updateTable('media')
    .set({
      model_type: 'messages',
      person_id: null,
      uploaded_by_id: null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .where('model_type', '=', 'users')
    .where('person_id', '=', person_id)
    .where('id', '<>', except_id)
    .execute()
}

/** Removes a file and what was made of it, unless something else has the same bytes. */
export async function removeUnreferencedFile(db: Db, files: FileStore, content_hash: Buffer): Promise<void> {
  const { rows } = await sql`
    select from media where content_hash = ${content_hash}
    union all select from proxied_images where content_hash = ${content_hash}
    union all select from contact_exports where content_hash = ${content_hash} limit 1`.execute(db)
  if (rows.length > 0) return
  await files.remove(content_hash, '', graceMs)
  await files.remove(content_hash, thumbnailSuffix, graceMs)
  await db.deleteFrom('sandbox_failures').where('content_hash', '=', content_hash).execute()
}
