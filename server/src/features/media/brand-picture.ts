import { brandImages } from '@parley/contract/settings/settings-writes'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import { invalid } from '../../http/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { receivePicture } from './receive-picture.ts'
import { renderFitted } from './redraw-image.ts'
import { insertMedia, type MediaRow, storeMedia } from './store-media.ts'

type Deps = { act: Act; actor: Actor; files: FileStore; sandbox: Sandbox }

/** In pixels: twice the displayed size. */
const maxSizes = { logo: { width: 640, height: 160 }, favicon: { width: 128, height: 128 } }

/** Re-encodes a logo or favicon. Like any unused upload, it is removed after a day unless it is saved with the settings. */
export async function uploadBrandPicture({ act, actor, files, sandbox }: Deps, request: FastifyRequest) {
  const { file, fields } = await receivePicture(request)
  const use = brandImages.find((one) => one === fields.use)
  if (!use) throw invalid('use', `Specify what the picture is for: ${brandImages.join(' or ')}`)
  if (!file) throw invalid('files', 'Choose a picture to upload')
  const png = await renderFitted({ sandbox, actor }, file, maxSizes[use])
  if (!png) throw invalid('files', 'This picture can’t be read. Choose a PNG, JPEG, GIF or WebP file')
  const stored = await storeMedia(files, png, 'image/png')
  const { uuid } = await act(actor, (tx) =>
    insertMedia(tx, stored, {
      filename: `${use}.png`,
      disposition: 'inline',
      model_type: null,
      uploaded_by_id: actor.id,
    }),
  )
  return { url: `/uploads/${uuid}` }
}

/** The workspace's saved pictures are on the sign-in page, so anyone may see them, and no other file. */
export async function findBrandPicture(db: Db, uuid: string): Promise<MediaRow | undefined> {
  const rows = await db
    .selectFrom('settings')
    .select('value')
    .where('key', 'in', ['app.logo_url', 'app.favicon_url'])
    .execute()
  const path = `/uploads/${uuid.toLowerCase()}`
  if (!rows.some(({ value }) => value === path)) return undefined
  // Files of messages and people stay private, regardless of the URL that was saved.
  return db
    .selectFrom('media')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('message_id', 'is', null)
    .where('person_id', 'is', null)
    .where('model_type', 'is', null)
    .executeTakeFirst()
}
