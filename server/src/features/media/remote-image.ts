import { createHash } from 'node:crypto'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import { readableBy } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import type { FileStore } from '../../files/file-store.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { fetchOutbound, type OutboundOptions, OutboundRefusal } from '../../http/outbound/fetch-outbound.ts'
import { sniffImage } from './sniff-content-type.ts'

export type RemoteImageDeps = {
  db: Db
  clock: Clock
  files: FileStore
  outbound?: Pick<OutboundOptions, 'resolve' | 'isAllowed'>
}

type CachedImage = {
  content_type: string | null
  content_hash: Buffer | null
  size: number | null
  error: string | null
}

const fetchOptions = { limit: 10 * 1024 * 1024, timeout_ms: 10_000, accept: 'image/*' }
/** A failed image is fetched again after this time; a successful one is kept. */
const failureTtlMs = 10 * 60_000

/**
 * Fetches a remote image of a message on our side, so that its sender learns nothing about the reader. Only URLs
 * referenced in a message that the actor may read: this is not an open proxy.
 */
export async function loadRemoteImage(
  { db, clock, files, outbound }: RemoteImageDeps,
  actor: Actor,
  message_uuid: string,
  url: string,
): Promise<{ content_type: string; content_hash: Buffer; size: number }> {
  if (!(await isReferencedInMessage(db, actor, message_uuid, url))) throw notFound('Image')
  const url_hash = createHash('sha256').update(url).digest()
  const cached = await readCache(db, url_hash, clock.now())
  const image = cached ?? (await fetchImage(url, files, outbound))
  if (!cached) await writeCache(db, url_hash, clock.now(), image)
  const { content_type, content_hash, size } = image
  if (content_type === null || content_hash === null || size === null)
    throw new AppError(404, 'NotFoundException', `This image can’t be shown. ${image.error ?? ''}`.trim())
  return { content_type, content_hash, size }
}

async function isReferencedInMessage(
  db: Db,
  actor: Actor,
  message_uuid: string,
  url: string,
): Promise<boolean> {
  if (!actor.permissions.has('messages:read')) return false
  const message = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as own', 'own.id', 'm.conversation_id')
    .select('m.content')
    .where('m.uuid', '=', message_uuid)
    .where(readableBy(actor))
    .executeTakeFirst()
  return message !== undefined && listRemoteUrls(message.content).has(url)
}

/** The blocked remote URLs in sanitised content. */
export const listRemoteUrls = (content: string): Set<string> =>
  new Set(
    [...content.matchAll(/\sdata-parley-(?:src|background)="([^"]*)"/g)].map(([, url = '']) =>
      unescapeAttribute(url),
    ),
  )

// Reverts the sanitiser's escaping in attributes.
const unescapeAttribute = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

async function readCache(db: Db, url_hash: Buffer, now: Date): Promise<CachedImage | null> {
  const row = await db
    .selectFrom('proxied_images')
    .selectAll()
    .where('url_hash', '=', url_hash)
    .executeTakeFirst()
  if (!row) return null
  return row.error !== null && now.getTime() - row.fetched_at.getTime() > failureTtlMs ? null : row
}

async function writeCache(db: Db, url_hash: Buffer, fetched_at: Date, image: CachedImage): Promise<void> {
  const values = { fetched_at, ...image }
  await db
    .insertInto('proxied_images')
    .values({ url_hash, ...values })
    .onConflict((conflict) => conflict.column('url_hash').doUpdateSet(values))
    .execute()
}

async function fetchImage(
  url: string,
  files: FileStore,
  outbound: RemoteImageDeps['outbound'],
): Promise<CachedImage> {
  const noImage = { content_type: null, content_hash: null, size: null }
  try {
    const response = await fetchOutbound(url, { ...fetchOptions, ...outbound })
    if (response.status !== 200) return { ...noImage, error: `Its server responded with ${response.status}` }
    // The server's content type is not trustworthy, and an SVG is a document.
    const content_type = sniffImage(response.bytes)
    if (!content_type) return { ...noImage, error: 'It isn’t an image' }
    return {
      content_type,
      content_hash: await files.put(response.bytes),
      size: response.bytes.length,
      error: null,
    }
  } catch (error) {
    if (error instanceof OutboundRefusal) return { ...noImage, error: error.message }
    throw error
  }
}
