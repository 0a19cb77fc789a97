import type { Tx } from '../../db/transaction.ts'
import { insertMedia, storeMedia } from '../../features/media/store-media.ts'
import type { FileStore } from '../../files/file-store.ts'
import { makeSampleFile, type SampleFile } from './sample-files.ts'
import type { FileKey } from './story.ts'

/** A sample file, and how an agent uploads it. */
export type StoredSampleFile = SampleFile & { upload(tx: Tx): Promise<number> }

/** Generates each sample file once and stores it. */
export function sampleFileStore(store: FileStore): (key: FileKey) => Promise<StoredSampleFile> {
  const cache = new Map<FileKey, Promise<StoredSampleFile>>()
  const make = async (key: FileKey): Promise<StoredSampleFile> => {
    const file = await makeSampleFile(key)
    const stored = await storeMedia(store, file.bytes, file.content_type)
    return {
      ...file,
      upload: async (tx) => {
        const { filename } = file
        const row = await insertMedia(tx, stored, {
          filename,
          disposition: 'attachment',
          model_type: 'messages',
        })
        await tx.db
          .updateTable('media')
          .set({ uploaded_by_id: tx.actor.id })
          .where('id', '=', row.id)
          .execute()
        return row.id
      },
    }
  }
  return (key) => {
    const file = cache.get(key) ?? make(key)
    cache.set(key, file)
    return file
  }
}
