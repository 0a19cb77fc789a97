import { brandImages } from '@parley/contract/settings/settings-writes'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import { invalid } from '../../http/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { receivePicture } from '../media/receive-picture.ts'
import { renderFitted } from '../media/redraw-image.ts'
import { insertMedia, type MediaRow, storeMedia } from '../media/store-media.ts'

type Deps = { act: Act; actor: Actor; files: FileStore; sandbox: Sandbox }

/** In pixels: twice the size at which each is shown. */
const maxSizes = { logo: { width: 640, height: 160 }, favicon: { width: 128, height: 128 } }

/** A logo or favicon, drawn anew. Unless it is saved with the settings it goes after a day, as any upload that nothing shows. */
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

/** The workspace's own pictures are on the sign-in page, so anybody may see those that are saved, and no other file. */
export async function findBrandPicture(db: Db, uuid: string): Promise<MediaRow | undefined> {
  const shown = await db
    .selectFrom('settings')
    .select('value')
    .where('key', 'in', ['app.logo_url', 'app.favicon_url'])
    .execute()
  const path = `/uploads/${uuid.toLowerCase()}`
  if (!shown.some(({ value }) => value === path)) return undefined
  // What belongs to a message or a person stays theirs, whatever address somebody saved.
  return db
    .selectFrom('media')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('message_id', 'is', null)
    .where('person_id', 'is', null)
    .where('model_type', 'is', null)
    .executeTakeFirst()
}
