import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Act, Tx } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { receiveAvatar } from '../media/receive-picture.ts'
import { retireMedia } from '../media/remove-unused-uploads.ts'
import { insertMedia, storeMedia } from '../media/store-media.ts'
import { lockAgent } from './lock-agent.ts'

type Deps = { act: Act; actor: Actor; files: FileStore; sandbox: Sandbox }

/** Re-encodes the actor's picture as a small square and replaces the previous one. A form without a file changes nothing. */
export async function uploadAvatar(
  { act, actor, files, sandbox }: Deps,
  request: FastifyRequest,
): Promise<void> {
  const { file: picture } = await receiveAvatar({ sandbox, actor }, request)
  if (!picture) return
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
