import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { FileArea, FileStore } from '../../../files/file-store.ts'
import { removeRawMail } from '../../email/ledger/erase-delivery.ts'
import { listRemoteUrls } from '../../media/remote-image.ts'
import { removeUnreferencedFile } from '../../media/remove-unused-uploads.ts'
import { fileGraceMs, markFiles, type RunningErasure } from './erasure-state.ts'

const batchSize = 100

/** Ids in media of everything that conversations carry, also what was uploaded for replies that were not sent. Each part has an index. */
export const filesOfConversations = (ids: readonly number[]): RawBuilder<unknown> => sql`
  select f.id from messages m join media f on f.message_id = m.id where m.conversation_id = any(${ids}::bigint[])
  union select f.id from held_sends h join media f on f.held_send_id = h.id where h.conversation_id = any(${ids}::bigint[])
  union select f.id from scheduled_replies r join media f on f.scheduled_reply_id = r.id where r.conversation_id = any(${ids}::bigint[])
  union select f.id from drafts d join draft_media dm on dm.draft_id = d.id join media f on f.id = dm.media_id
    where d.conversation_id = any(${ids}::bigint[]) and f.message_id is null and f.person_id is null and f.model_type = 'messages'`

/** Ids in media of pictures of contacts, and of files in notes about them. */
export const filesOfContact = (contact_ids: readonly number[]): RawBuilder<unknown> => sql`
  select id from media where person_id is not null and person_id = any(${contact_ids}::bigint[])
  union select f.id from contact_notes n
    cross join lateral regexp_matches(n.note, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') match
    join media f on f.uuid = match[1]::uuid
    where n.contact_id = any(${contact_ids}::bigint[])`

/** Removes some of the marked files from the storage, unless something else has the same bytes. Returns how many it went through. */
export async function removeMarkedFiles(
  { db, files }: { db: Db; files: Record<FileArea, FileStore> },
  erasure_id: number,
): Promise<number> {
  const marked = await db
    .selectFrom('contact_erasure_files')
    .select(['area', 'content_hash'])
    .where('erasure_id', '=', erasure_id)
    .limit(batchSize)
    .execute()
  for (const { area, content_hash } of marked) {
    if (area === 'mail') await removeRawMail(db, files.mail, content_hash, fileGraceMs)
    else await removeUnreferencedFile(db, files.media, content_hash)
    await db
      .deleteFrom('contact_erasure_files')
      .where('erasure_id', '=', erasure_id)
      .where('content_hash', '=', content_hash)
      .execute()
  }
  return marked.length
}

/** Remote images of these messages that are cached here. Other messages with the same image fetch it again. */
export async function forgetRemoteImages(
  tx: Tx,
  erasure: RunningErasure,
  ofMessages: RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<{ content: string }>`
    select m.content from messages m where m.remote_images > 0 and ${ofMessages}`.execute(tx.db)
  const hashes = rows
    .flatMap(({ content }) => [...listRemoteUrls(content)])
    .map((url) => createHash('sha256').update(url).digest())
  if (hashes.length === 0) return
  const removed = await tx.db
    .deleteFrom('proxied_images')
    .where('url_hash', 'in', hashes)
    .returning('content_hash')
    .execute()
  await markFiles(
    tx,
    erasure,
    'media',
    removed.flatMap(({ content_hash }) => content_hash ?? []),
  )
}
