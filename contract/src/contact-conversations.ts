import { z } from 'zod'
import { ConversationListItem } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { idParams, paged, pageQuery } from './fields.ts'

export const listContactConversations = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/conversations',
  access: 'contacts:read',
  summary: 'The conversations of a contact that you may see, newest first',
  tag: 'contacts',
  params: idParams,
  query: z.object({ ...pageQuery(20), cursor: z.string().optional() }),
  response: paged(ConversationListItem),
})
