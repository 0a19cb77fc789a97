import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, uuidParams } from '../shared/fields.ts'

/** How long the trash and spam keep a conversation before it is deleted permanently (docs/spec/product-decisions.md#trash-and-spam). */
export const trashDays = 30

const tag = 'conversations'
const access = 'conversations:delete'
export const trashConversation = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:uuid',
  access,
  summary: `Move to the trash; after ${trashDays} days it is deleted permanently`,
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const restoreConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/restore',
  access,
  summary: 'Restore from the trash or from spam',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const markSpam = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/spam',
  access,
  summary: 'Move to spam',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const markNotSpam = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/not-spam',
  access,
  summary: 'Restore from spam',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
