import type { Tx } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import type { MailPart } from '../../mail-parser/read-mail.ts'
import { insertMedia, type StoredMedia, storeMedia } from '../media/store-media.ts'
import { indexFiles } from '../search/index-files.ts'

export type KeptPart = Omit<MailPart, 'content'> & { stored: StoredMedia }

/** Puts a mail's files into the store, with previews of its images. Durable when it returns; rows follow in the transaction. */
export async function keepParts(store: FileStore, parts: MailPart[]): Promise<KeptPart[]> {
  const kept: KeptPart[] = []
  // One after the other: a mail with hundreds of parts must not hold hundreds of open files.
  for (const { content, ...part } of parts)
    kept.push({ ...part, stored: await storeMedia(store, content, part.content_type) })
  return kept
}

export async function insertParts(tx: Tx, message_id: number, parts: KeptPart[]): Promise<void> {
  for (const { uuid, filename, content_id, disposition, stored } of parts)
    await insertMedia(tx, stored, {
      uuid,
      filename,
      content_id,
      disposition,
      model_type: 'messages',
      message_id,
    })
  if (parts.length > 0) await indexFiles(tx.db, message_id)
}
