import type { Media } from '@parley/contract/messages/media'
import { type Selectable, sql } from 'kysely'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import { resolveContentType } from './sniff-content-type.ts'
import { canHaveThumbnail } from './thumbnail.ts'

export type MediaRow = Selectable<DB['media']>

/** A file durably stored, without a row yet. */
export type StoredMedia = {
  content_hash: Buffer
  size: number
  content_type: string
  has_thumbnail: boolean
  meta: { width?: number; height?: number }
}

/**
 * Stores the bytes of a file, before the transaction that creates its row. `claimed_type` comes from the sender. Only
 * the first bytes are inspected: the file is untrusted, and nothing is decoded until someone views it.
 */
export async function storeMedia(
  files: FileStore,
  bytes: Uint8Array,
  claimed_type: string,
): Promise<StoredMedia> {
  return describeStored(await files.put(bytes), bytes.length, bytes, claimed_type)
}

/** The same from a stream. Null if it is longer than `limit` bytes; then nothing is kept. */
export async function storeMediaStream(
  files: FileStore,
  source: AsyncIterable<Uint8Array>,
  claimed_type: string,
  limit: number,
): Promise<StoredMedia | null> {
  let head = Buffer.alloc(0)
  const watched = async function* () {
    for await (const chunk of source) {
      if (head.length < signatureBytes) head = Buffer.concat([head, chunk.subarray(0, signatureBytes)])
      yield chunk
    }
  }
  const stored = await files.putStream(watched(), limit)
  return stored && describeStored(stored.hash, stored.size, head, claimed_type)
}

/** Enough for all signatures that `sniffImage` checks. */
const signatureBytes = 32

function describeStored(
  content_hash: Buffer,
  size: number,
  head: Uint8Array,
  claimed_type: string,
): StoredMedia {
  const content_type = resolveContentType(head, claimed_type)
  return { content_hash, size, content_type, has_thumbnail: canHaveThumbnail(content_type, size), meta: {} }
}

/** The fields of a row besides the file itself. */
export type MediaFields = {
  filename: string
  disposition: 'inline' | 'attachment'
  model_type: 'messages' | 'users' | 'settings' | null
  /** Set in advance if the text that references the file is written first. */
  uuid?: string
  content_id?: string
  message_id?: number
  person_id?: number
  uploaded_by_id?: number
}

export function insertMedia(tx: Tx, file: StoredMedia, fields: MediaFields): Promise<MediaRow> {
  return tx.db
    .insertInto('media')
    .values({
      ...file,
      ...fields,
      has_thumbnail: sql`${file.has_thumbnail} and not exists (
        select from sandbox_failures where task = 'thumbnail' and content_hash = ${file.content_hash})`,
      meta: json(file.meta),
      filename: fields.filename.slice(0, 1000),
      content_id: (fields.content_id ?? '').slice(0, 300),
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
