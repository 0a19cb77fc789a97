import { brandImages } from '@parley/contract/settings/settings-writes'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act, Tx } from '../../db/transaction.ts'
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
export async function uploadBrandPicture(deps: Deps, request: FastifyRequest) {
  const form = await receivePicture(request)
  const use = brandImages.find((one) => one === form.fields.use)
  if (!use) throw invalid('use', `Specify what the picture is for: ${brandImages.join(' or ')}`)
  return storeBrandPicture(deps, form.file, use)
}

/** The same for the logo of an inbox, until `claimInboxLogo`. */
export const uploadInboxLogo = async (deps: Deps, request: FastifyRequest) =>
  storeBrandPicture(deps, (await receivePicture(request)).file, 'logo')

async function storeBrandPicture(
  { act, actor, files, sandbox }: Deps,
  file: Buffer | null,
  use: (typeof brandImages)[number],
) {
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
  return { url: pathOf(uuid) }
}

const pathOf = (uuid: string) => `/uploads/${uuid.toLowerCase()}`

/** The saved pictures of the workspace and its inboxes are on public pages, so anyone may see them, and no other file. */
export async function findBrandPicture(db: Db, uuid: string): Promise<MediaRow | undefined> {
  const path = pathOf(uuid)
  const [settings, inbox] = await Promise.all([
    db
      .selectFrom('settings')
      .select('value')
      .where('key', 'in', ['app.logo_url', 'app.favicon_url'])
      .execute(),
    db
      .selectFrom('inboxes')
      .select('id')
      .where('brand_logo_url', '=', path)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  ])
  if (!inbox && !settings.some(({ value }) => value === path)) return undefined
  return findPicture(db, uuid)
}

/** Files of messages and people stay private, regardless of the URL that was saved. */
export const findPicture = (db: Db, uuid: string): Promise<MediaRow | undefined> =>
  db.selectFrom('media').selectAll().where('uuid', '=', uuid).where(isUnattached).executeTakeFirst()

const isUnattached = sql<boolean>`message_id is null and person_id is null
  and (model_type is null or model_type = 'settings')`

/** Keeps an uploaded logo for an inbox: uploads of this kind are never removed as unused. */
export async function claimInboxLogo(tx: Tx, url: string): Promise<void> {
  const [, uuid] = /^\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(url) ?? []
  const claimed =
    uuid &&
    (await tx.db
      .updateTable('media')
      .set({ model_type: 'settings', updated_at: tx.now })
      .where('uuid', '=', uuid)
      .where('content_type', '=', 'image/png')
      .where('disposition', '=', 'inline')
      .where(isUnattached)
      .returning('id')
      .executeTakeFirst())
  if (!claimed) throw invalid('brand_logo_url', 'This picture is no longer stored. Upload the logo again')
}

/** Lets a former logo be removed after a day, unless something else uses it. */
export async function releaseInboxLogo(tx: Tx, url: string): Promise<void> {
  await tx.db
    .updateTable('media')
    .set({ model_type: null, created_at: tx.now, updated_at: tx.now })
    .where('model_type', '=', 'settings')
    .where(sql<boolean>`'/uploads/' || uuid::text = ${url}`)
    .where(
      sql<boolean>`not exists (select from inboxes where brand_logo_url = ${url} and deleted_at is null)`,
    )
    .execute()
}
