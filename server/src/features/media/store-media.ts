import type { Media } from '@parley/contract/media'
import type { Selectable } from 'kysely'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import { contentTypeOf, sniffImage } from './sniff.ts'
import { largestPictured, thumbnail } from './thumbnail.ts'

export type MediaRow = Selectable<DB['media']>

/** A file that is durably in the store and has no row yet. */
export type StoredMedia = {
  content_hash: Buffer
  size: number
  content_type: string
  has_thumbnail: boolean
  meta: { width?: number; height?: number }
}

/** Stores the bytes of a file and its preview, before the transaction that makes its row. `claimed_type` is what the sender says it is. */
export async function storeMedia(
  files: FileStore,
  bytes: Uint8Array,
  claimed_type: string,
): Promise<StoredMedia> {
  return describe(files, await files.put(bytes), bytes.length, bytes, claimed_type)
}

/** The same from a stream; null when it is longer than `limit` bytes, and then nothing is kept. */
export async function storeMediaStream(
  files: FileStore,
  source: AsyncIterable<Uint8Array>,
  claimed_type: string,
  limit: number,
): Promise<StoredMedia | null> {
  const stored = await files.putStream(source, limit)
  if (!stored) return null
  const bytes = stored.size <= largestPictured ? await files.get(stored.hash) : Buffer.alloc(0)
  return describe(files, stored.hash, stored.size, bytes, claimed_type)
}

async function describe(
  files: FileStore,
  content_hash: Buffer,
  size: number,
  bytes: Uint8Array,
  claimed_type: string,
): Promise<StoredMedia> {
  const picture = sniffImage(bytes) ? await thumbnail(bytes) : null
  if (picture) await files.putBeside(content_hash, thumbnailSuffix, picture.png)
  return {
    content_hash,
    size,
    content_type: contentTypeOf(bytes, claimed_type),
    has_thumbnail: picture !== null,
    meta: picture ? { width: picture.width, height: picture.height } : {},
  }
}

export const thumbnailSuffix = '.thumb.png'

/** What a row says beyond the file itself. */
export type MediaPlace = {
  filename: string
  disposition: 'inline' | 'attachment'
  model_type: 'messages' | 'users' | null
  /** Given beforehand when the text that shows the file is written first. */
  uuid?: string
  content_id?: string
  message_id?: number
  person_id?: number
  uploaded_by_id?: number
}

export function insertMedia(tx: Tx, file: StoredMedia, place: MediaPlace): Promise<MediaRow> {
  return tx.db
    .insertInto('media')
    .values({
      ...file,
      ...place,
      meta: json(file.meta),
      filename: place.filename.slice(0, 1000),
      content_id: (place.content_id ?? '').slice(0, 300),
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const presentMedia = (row: MediaRow, root_url: string): Media => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  uuid: row.uuid,
  store: row.store,
  filename: row.filename,
  content_type: row.content_type,
  content_id: row.content_id,
  model_id: row.message_id ?? row.person_id,
  model_type: row.model_type,
  disposition: row.disposition,
  size: row.size,
  meta: row.meta as Media['meta'], // written above from the same type
  url: `${root_url}/uploads/${row.uuid}`,
})
