import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement } from '../shared/fields.ts'

const tag = 'messages'
const params = z.object({ uuid: z.uuid(), message_uuid: z.uuid() })

/** Only for messages that arrived by email, while their raw email is kept. */
export const getMessageSource = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/messages/:message_uuid/source',
  access: 'messages:read',
  summary: 'The headers of a received email as they arrived, at most 64 kB',
  tag,
  params,
  response: z.object({ headers: z.string(), is_cut: z.boolean() }),
})
/** Returns the original bytes as a download, without an envelope. */
export const downloadMessageSource = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/messages/:message_uuid/source/raw',
  access: 'messages:read',
  summary: 'Download a received email as it arrived',
  tag,
  params,
  response: acknowledgement,
  raw_media_type: 'message/rfc822',
})
