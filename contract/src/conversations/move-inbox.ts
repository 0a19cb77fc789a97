import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, uuidParams } from '../shared/fields.ts'

export const moveToInbox = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/inbox',
  access: 'conversations:move',
  summary: 'Move to another inbox, which later replies are sent from',
  tag: 'conversations',
  params: uuidParams,
  body: z.object({ inbox_id: id }),
  response: acknowledgement,
})
