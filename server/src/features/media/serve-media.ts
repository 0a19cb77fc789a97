import type { Readable } from 'node:stream'
import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { FileStore } from '../../files/file-store.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { parseRangeHeader } from '../../http/requests/byte-range.ts'
import type { MediaRow } from './store-media.ts'
import { makeThumbnail, type ThumbnailDeps, thumbnailSuffix } from './thumbnail.ts'

/**
 * Documents that could run script are sent as plain bytes, so nothing opens them under our origin, whatever a browser
 * makes of the headers.
 */
const activeContentPattern = /html|xml|svg|javascript|ecmascript|multipart|mhtml|shockwave/

/** Sends a stored file. The caller has checked access. */
export async function serveMedia(
  files: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
  row: MediaRow,
): Promise<FastifyReply> {
  const etag = etagOf(row)
  addFileHeaders(reply, { etag, content_type: row.content_type, filename: row.filename })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()

  reply.header('accept-ranges', 'bytes')
  const isRangeValid = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isRangeValid ? parseRangeHeader(request.headers.range, row.size) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${row.size}`)
    throw new AppError(
      416,
      'InputException',
      `This file has ${row.size} bytes; the range asked for begins later`,
    )
  }
  if (!range) return reply.header('content-length', row.size).send(await openStream(files, row))
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(await openStream(files, row, range))
}

/** Sends a file's preview, which is generated on first request. */
export async function serveThumbnail(
  deps: ThumbnailDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, actor }: { row: MediaRow; actor: Actor },
): Promise<FastifyReply> {
  if (!row.has_thumbnail) throw notFound('File')
  const headers = { etag: etagOf(row, 't'), content_type: 'image/png', filename: `${row.filename}.png` }
  if (request.headers['if-none-match'] === headers.etag)
    return addFileHeaders(reply, headers).code(304).send()
  const png = await openThumbnail(deps, row, actor)
  return addFileHeaders(reply, headers).send(png)
}

async function openThumbnail(deps: ThumbnailDeps, row: MediaRow, actor: Actor): Promise<Readable> {
  const open = () => deps.files.stream(row.content_hash, thumbnailSuffix)
  try {
    return await open()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await makeThumbnail(deps, row.content_hash, actor)
  return open()
}

const etagOf = (row: MediaRow, variant = '') => `"${row.content_hash.toString('hex').slice(0, 32)}${variant}"`

const addFileHeaders = (
  reply: FastifyReply,
  { etag, content_type, filename }: { etag: string; content_type: string; filename: string },
): FastifyReply =>
  addSecurityHeaders(reply, content_type)
    .header('etag', etag)
    // Browsers may cache it but must revalidate, because access may have been revoked.
    .header('cache-control', 'private, no-cache')
    .header('content-disposition', contentDisposition(content_type, filename))
    .type(activeContentPattern.test(content_type) ? 'application/octet-stream' : content_type)

/** Headers for untrusted bytes: no sniffing, no scripts, no window of ours around them. */
export const addSecurityHeaders = (reply: FastifyReply, content_type: string): FastifyReply =>
  reply
    .header('x-content-type-options', 'nosniff')
    // Chrome's PDF viewer does not start in a sandbox; it has no access to our origin anyway.
    .header(
      'content-security-policy',
      content_type === 'application/pdf' ? baseContentPolicy : `${baseContentPolicy}; sandbox`,
    )
    .header('cross-origin-resource-policy', 'same-origin')

const baseContentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; object-src 'self'"

async function openStream(files: FileStore, row: MediaRow, range?: { start: number; end: number }) {
  try {
    return await files.stream(row.content_hash, '', range)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound('File')
    throw error
  }
}

const inlineTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|video\/[\w.+-]+|audio\/[\w.+-]+|application\/pdf)$/

/** Only types that browsers display without running them; everything else is downloaded. */
const isInlineType = (content_type: string): boolean => inlineTypes.test(content_type)

const contentDisposition = (content_type: string, filename: string): string =>
  create(filename.toWellFormed(), { type: isInlineType(content_type) ? 'inline' : 'attachment' })
