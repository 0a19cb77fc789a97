import type { MessageMeta } from '@parley/contract/messages/messages'
import type { OutgoingFile } from '@parley/mail/compose/compose-mail'
import type { QuotableMessage } from '@parley/mail/compose/quoted-history'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { FileStore } from '../../../files/file-store.ts'

/** Total size limit for images of quoted messages; the newest first. */
const maxHistoryBytes = 2_000_000

export type EarlierMessage = Pick<
  Selectable<DB['messages']>,
  'id' | 'type' | 'status' | 'private' | 'created_at' | 'content' | 'content_type' | 'meta' | 'authentication'
> & { author: string | null }

/** Automatic messages have no author; they use the name that their mail was sent under. */
export const toQuotableMessage = (message: EarlierMessage, systemName: string): QuotableMessage => ({
  type: message.type,
  private: message.private,
  author:
    message.author ??
    (message.meta as MessageMeta).from?.[0] ??
    (message.type === 'outgoing' ? systemName : 'Somebody'), // meta as above
  sent_at: message.created_at,
  content: message.content,
  content_type: message.content_type,
})

export const listOwnMedia = (db: Db, message_id: number): Promise<Selectable<DB['media']>[]> =>
  db
    .selectFrom('media')
    .selectAll()
    .where('message_id', '=', message_id)
    .orderBy('filename')
    .orderBy('id')
    .execute()

export async function loadHistoryFiles(
  db: Db,
  store: FileStore,
  quoted: EarlierMessage[],
): Promise<OutgoingFile[]> {
  const uuids = quoted.flatMap(({ content }) =>
    [...content.matchAll(/\/uploads\/(?:thumb_)?([0-9a-f-]{36})/g)].flatMap(([, uuid]) => uuid ?? []),
  )
  if (uuids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('uuid', 'in', uuids)
    .where(
      'message_id',
      'in',
      quoted.map(({ id }) => id),
    )
    .orderBy('message_id', 'desc')
    .orderBy('id')
    .execute()
  let bytes = 0
  const includedMedia = rows.filter(({ size }) => {
    if (bytes + size > maxHistoryBytes) return false
    bytes += size
    return true
  })
  return Promise.all(includedMedia.map((media) => loadFile(store, media)))
}

export const loadFile = async (store: FileStore, media: Selectable<DB['media']>): Promise<OutgoingFile> => ({
  uuid: media.uuid,
  filename: media.filename,
  content_type: media.content_type,
  content: await store.get(media.content_hash),
})
