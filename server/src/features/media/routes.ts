import { getRemoteImage, uploadMedia } from '@parley/contract/media'
import type { FastifyInstance } from 'fastify'
import { notFound, signInFirst } from '../../http/errors.ts'
import type { Routes } from '../../http/route.ts'
import { findBrandPicture } from '../settings/brand-picture.ts'
import { findReadable } from './find-readable.ts'
import { type RemoteImages, remoteImage } from './remote-image.ts'
import { secure, serveMedia, serveThumbnail } from './serve.ts'
import type { ThumbnailDeps } from './thumbnail.ts'
import { upload } from './upload.ts'

export function mediaRoutes(
  app: FastifyInstance,
  routes: Routes,
  deps: RemoteImages & ThumbnailDeps & { root_url: string },
): void {
  const { db, clock, files, sandbox, root_url } = deps
  routes.act(uploadMedia, (act, { actor, request }) =>
    upload({ db, act, clock, actor, files, sandbox, root_url }, request),
  )

  routes.read(getRemoteImage, async (_db, { actor, params, query, reply }) => {
    const image = await remoteImage(deps, actor, params.message_uuid, query.url)
    secure(reply, image.content_type)
      .header('cache-control', 'private, max-age=86400')
      .header('content-disposition', 'inline')
      .type(image.content_type)
    return reply.send(await files.stream(image.content_hash))
  })

  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    const [, thumb, uuid] =
      /^(thumb_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(request.params.name) ?? []
    if (!request.actor) {
      const shown = uuid && !thumb && (await findBrandPicture(db, uuid))
      if (!shown) throw signInFirst()
      return serveMedia(files, request, reply, shown)
    }
    if (!uuid) throw notFound('File')
    const row = await findReadable(db, request.actor, uuid)
    return thumb
      ? serveThumbnail(deps, request, reply, { row, actor: request.actor })
      : serveMedia(files, request, reply, row)
  })
}
