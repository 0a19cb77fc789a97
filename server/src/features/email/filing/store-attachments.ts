import type { Tx } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import type { MailPart } from '../../../mail-parser/read-incoming-mail.ts'
import { indexFiles } from '../../../search-index/index-files.ts'
import { insertMedia, type StoredMedia, storeMedia } from '../../media/store-media.ts'

export type StoredPart = Omit<MailPart, 'content'> & { stored: StoredMedia }

/** Stores the files of a mail. Durable when it returns; the rows follow in the transaction. */
export async function storeParts(store: FileStore, parts: MailPart[]): Promise<StoredPart[]> {
  const storedParts: StoredPart[] = []
  // Sequential, so that a mail with hundreds of parts does not hold hundreds of open files.
  for (const { content, ...part } of parts)
    storedParts.push({ ...part, stored: await storeMedia(store, content, part.content_type) })
  return storedParts
}

export async function insertParts(tx: Tx, message_id: number, parts: StoredPart[]): Promise<void> {
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
