import type { Tx } from '../db/transact.ts'
import { insertMedia, storeMedia } from '../features/media/store-media.ts'
import type { FileStore } from '../files/store.ts'
import { type SampleFile, sampleFile } from './files.ts'
import type { FileKey } from './story.ts'

/** A sample file and how an agent uploads it. */
export type KeptFile = SampleFile & { upload(tx: Tx): Promise<number> }

/** Makes each sample file once and keeps it in the store. */
export function keptFiles(store: FileStore): (key: FileKey) => Promise<KeptFile> {
  const made = new Map<FileKey, Promise<KeptFile>>()
  const make = async (key: FileKey): Promise<KeptFile> => {
    const file = await sampleFile(key)
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
    const file = made.get(key) ?? make(key)
    made.set(key, file)
    return file
  }
}
