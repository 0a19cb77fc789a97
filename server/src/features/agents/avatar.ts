import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Act, Tx } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import { AppError, invalid } from '../../http/errors.ts'
import { receiveFile } from '../../http/receive-files.ts'
import { retireMedia } from '../media/remove-unused.ts'
import { sniffImage } from '../media/sniff.ts'
import { insertMedia, storeMedia } from '../media/store-media.ts'
import { portrait } from '../media/thumbnail.ts'
import { lockAgent } from './lock.ts'

const mostBytes = 2 * 1024 * 1024

type Means = { act: Act; actor: Actor; files: FileStore }

/** The actor's own picture, drawn anew as a small square; the one before goes. A form without a file changes nothing. */
export async function uploadAvatar({ act, actor, files }: Means, request: FastifyRequest): Promise<void> {
  const { file } = await readPicture(request)
  if (!file) return
  const picture = ['image/png', 'image/jpeg', 'image/gif'].includes(sniffImage(file) ?? '')
    ? await portrait(file)
    : null
  if (!picture)
    throw invalid('files', 'This is not a picture that can be read. Choose a PNG, JPEG or GIF file')
  const stored = await storeMedia(files, picture, 'image/png')
  await act(actor, async (tx) => {
    const media = await insertMedia(tx, stored, {
      filename: 'avatar.png',
      disposition: 'inline',
      model_type: 'users',
      person_id: actor.id,
      uploaded_by_id: actor.id,
    })
    await replaceAvatar(tx, `/uploads/${media.uuid}`, media.id)
  })
}

export const deleteAvatar = (tx: Tx): Promise<void> => replaceAvatar(tx, null, 0)

async function replaceAvatar(tx: Tx, avatar_url: string | null, keep_id: number): Promise<void> {
  const id = tx.actor.id
  const before = await lockAgent(tx, id)
  if (before.avatar_url === avatar_url) return
  await tx.db.updateTable('agents').set({ avatar_url, updated_at: tx.now }).where('id', '=', id).execute()
  await retireMedia(tx, { person_id: id, except_id: keep_id })
  await tx.record({
    type: 'agent.changed',
    object: { type: 'agent', id },
    changes: { avatar_url: [before.avatar_url, avatar_url] },
  })
}

// Too large is a 400 here (api-contract 4.3), unlike for attachments.
async function readPicture(request: FastifyRequest) {
  try {
    return await receiveFile(request, mostBytes, async ({ stream }) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      return bytes.length > mostBytes ? null : bytes
    })
  } catch (error) {
    if (error instanceof AppError && error.status === 413)
      throw invalid('files', 'This picture is larger than 2 MB. Choose a smaller one')
    throw error
  }
}
