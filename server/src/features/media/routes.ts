import { getRemoteImage, uploadMedia } from '@parley/contract/messages/media'
import { uploadBrandPicture as uploadBrandPictureEndpoint } from '@parley/contract/settings/settings-writes'
import type { FastifyInstance } from 'fastify'
import { notFound, signInRequired } from '../../http/errors.ts'
import type { Routes } from '../../http/route.ts'
import { findBrandPicture, uploadBrandPicture } from './brand-picture.ts'
import { getReadableMedia } from './get-readable-media.ts'
import { loadRemoteImage, type RemoteImageDeps } from './remote-image.ts'
import { addSecurityHeaders, serveMedia, serveThumbnail } from './serve-media.ts'
import type { ThumbnailDeps } from './thumbnail.ts'
import { uploadFile } from './upload-media.ts'

export function mediaRoutes(
  app: FastifyInstance,
  routes: Routes,
  deps: RemoteImageDeps & ThumbnailDeps & { root_url: string },
): void {
  const { db, clock, files, sandbox, root_url } = deps
  routes.act(uploadMedia, (act, { actor, request }) =>
    uploadFile({ db, act, clock, actor, files, sandbox, root_url }, request),
  )
  routes.act(uploadBrandPictureEndpoint, (act, { actor, request }) =>
    uploadBrandPicture({ act, actor, files, sandbox }, request),
  )

  routes.read(getRemoteImage, async (_db, { actor, params, query, reply }) => {
    const image = await loadRemoteImage(deps, actor, params.message_uuid, query.url)
    addSecurityHeaders(reply, image.content_type)
      .header('cache-control', 'private, max-age=86400')
      .header('content-disposition', 'inline')
      .type(image.content_type)
    return reply.send(await files.stream(image.content_hash))
  })

  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    const [, thumb, uuid] =
      /^(thumb_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(request.params.name) ?? []
    if (!request.actor) {
      const brandPicture = uuid && !thumb && (await findBrandPicture(db, uuid))
      if (!brandPicture) throw signInRequired()
      return serveMedia(files, request, reply, brandPicture)
    }
    if (!uuid) throw notFound('File')
    const row = await getReadableMedia(db, request.actor, uuid)
    return thumb
      ? serveThumbnail(deps, request, reply, { row, actor: request.actor })
      : serveMedia(files, request, reply, row)
  })
}
