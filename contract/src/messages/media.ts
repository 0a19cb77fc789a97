import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'

export const Media = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  uuid: z.uuid(),
  store: z.enum(['fs', 's3']),
  filename: z.string(),
  content_type: z.string(),
  content_id: z.string(),
  model_id: id.nullable(),
  model_type: z.string().nullable(),
  disposition: z.string().nullable(),
  size: z.int(),
  meta: z.object({ width: z.int().optional(), height: z.int().optional() }),
  url: z.string(),
})
export type Media = z.infer<typeof Media>

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/v1/media',
  access: 'agent',
  summary: 'Upload a file (multipart fields: files, inline, linked_model)',
  tag: 'media',
  response: Media,
  form: {
    files: { file: true },
    inline: { text: z.enum(['true', 'false']).optional() },
    linked_model: { text: z.enum(['messages']).optional() },
  },
})

/** Returns the image itself, without an envelope. Its URL must occur in that message. */
export const getRemoteImage = endpoint({
  method: 'GET',
  path: '/api/v1/media/remote/:message_uuid',
  access: 'messages:read',
  summary: 'A remote image of a message, fetched by the server',
  tag: 'media',
  params: z.object({ message_uuid: z.uuid() }),
  query: z.object({ url: z.string().min(1).max(8_000) }),
  response: z.unknown(),
  raw_media_type: 'image/*',
})

/** The URL from which a browser loads a remote image after the reader allowed it. `url` is the value of `data-parley-src`. */
export const remoteImagePath = (message_uuid: string, url: string): string =>
  `/api/v1/media/remote/${message_uuid}?url=${encodeURIComponent(url)}`
