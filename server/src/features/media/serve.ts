import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../../files/store.ts'
import { readRange } from '../../http/byte-range.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { contentDisposition } from './content-disposition.ts'
import { type MediaRow, thumbnailSuffix } from './store-media.ts'

/** Documents that could run script are handed out as plain bytes: nothing opens them under our origin, whatever a browser thinks of headers. */
const active = /html|xml|svg|javascript|ecmascript|multipart|mhtml|shockwave/

/** Sends a stored file, or its preview, to a reader who may have it. */
export async function serveMedia(
  files: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
  row: MediaRow,
  asThumbnail: boolean,
): Promise<FastifyReply> {
  if (asThumbnail && !row.has_thumbnail) throw notFound('File')
  const suffix = asThumbnail ? thumbnailSuffix : ''
  const content_type = asThumbnail ? 'image/png' : row.content_type
  const etag = `"${row.content_hash.toString('hex').slice(0, 32)}${asThumbnail ? 't' : ''}"`
  secure(reply, content_type)
    .header('etag', etag)
    // A browser may keep it, but asks each time: access may have been taken away.
    .header('cache-control', 'private, no-cache')
    .header(
      'content-disposition',
      contentDisposition(content_type, asThumbnail ? `${row.filename}.png` : row.filename),
    )
    .type(active.test(content_type) ? 'application/octet-stream' : content_type)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (asThumbnail) return reply.send(await open(files, row, suffix))

  reply.header('accept-ranges', 'bytes')
  const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = asked ? readRange(request.headers.range, row.size) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${row.size}`)
    throw new AppError(
      416,
      'InputException',
      `This file has ${row.size} bytes; the range asked for begins later`,
    )
  }
  if (!range) return reply.header('content-length', row.size).send(await open(files, row, suffix))
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(await open(files, row, suffix, range))
}

/** For bytes from outside: no sniffing, no scripts, and no window of ours around them. */
export const secure = (reply: FastifyReply, content_type: string): FastifyReply =>
  reply
    .header('x-content-type-options', 'nosniff')
    // Chrome's PDF viewer does not start in a sandbox; it has no access to our origin in any case.
    .header('content-security-policy', content_type === 'application/pdf' ? bare : `${bare}; sandbox`)
    .header('cross-origin-resource-policy', 'same-origin')

const bare =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; object-src 'self'"

async function open(files: FileStore, row: MediaRow, suffix: string, range?: { start: number; end: number }) {
  try {
    return await files.stream(row.content_hash, suffix, range)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound('File')
    throw error
  }
}
