import { type Media, uploadMedia } from '@parley/contract/messages/media'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import { invalid } from '../../http/errors.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { receiveFile } from '../../http/requests/receive-file.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { readUploadRules } from '../settings/upload-rules.ts'
import { extensionOf, sanitiseFilename } from './filename.ts'
import { measureStoredImage } from './redraw-image.ts'
import {
  insertMedia,
  type MediaFields,
  presentMedia,
  type StoredMedia,
  storeMediaStream,
} from './store-media.ts'
import { assertWithinQuota, assertWithinQuotaLocked } from './upload-quota.ts'

type UploadDeps = {
  db: Db
  act: Act
  clock: Clock
  actor: Actor
  files: FileStore
  sandbox: Sandbox
  root_url: string
}

/** Receives one file, streamed to the store. Until a message uses it, only its owner can open it. */
export async function uploadFile(
  { db, act, clock, actor, files, sandbox, root_url }: UploadDeps,
  request: FastifyRequest,
): Promise<Media> {
  const rules = await readUploadRules(db)
  const { file, fields } = await receiveFile(request, rules.max_bytes, async (part) => {
    const filename = sanitiseFilename(part.filename)
    assertAllowedExtension(extensionOf(filename), rules.extensions)
    // Before storing the bytes.
    await assertWithinQuota(db, actor.id, clock.now())
    const stored = await storeMediaStream(files, part.stream, part.mimetype, rules.max_bytes)
    return stored && { stored, filename }
  })
  if (!file) throw invalid('files', 'Choose a file to upload')
  if (file.stored.size === 0) throw invalid('files', 'This file is empty')
  const stored = await withDimensions({ actor, files, sandbox }, file.stored)
  const mediaFields: MediaFields = {
    filename: file.filename,
    disposition: fields.inline === 'true' ? 'inline' : 'attachment',
    model_type: fields.linked_model === 'messages' ? 'messages' : null,
    uploaded_by_id: actor.id,
  }
  return act(actor, (tx) =>
    withIdempotencyKey(
      tx,
      uploadMedia,
      request,
      async () => {
        await assertWithinQuotaLocked(tx, actor.id)
        return presentMedia(await insertMedia(tx, stored, mediaFields), root_url)
      },
      `${file.filename} ${file.stored.content_hash.toString('hex')}`,
    ),
  )
}

/** Adds the image dimensions, which the response to an upload contains (docs/spec/wire.md#files). */
async function withDimensions(deps: Pick<UploadDeps, 'actor' | 'files' | 'sandbox'>, stored: StoredMedia) {
  const size = stored.has_thumbnail ? await measureStoredImage(deps, stored.content_hash) : null
  if (!size) return stored
  const { width, height, is_decodable } = size
  return { ...stored, has_thumbnail: is_decodable, meta: { width, height } }
}

function assertAllowedExtension(extension: string, allowed: string[]): void {
  if (allowed.includes('*') || allowed.includes(extension)) return
  throw invalid(
    'files',
    extension === ''
      ? `Files need an extension. Allowed types: ${allowed.join(', ')}`
      : `Files of type .${extension} aren’t allowed. Allowed types: ${allowed.join(', ')}`,
  )
}
