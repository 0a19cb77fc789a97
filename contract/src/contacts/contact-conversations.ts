import { z } from 'zod'
import { ConversationListItem } from '../conversations/conversations.ts'
import { endpoint } from '../shared/endpoint.ts'
import { idParams, pageOf, pageQuery } from '../shared/fields.ts'

export const listContactConversations = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/conversations',
  access: 'contacts:read',
  summary: 'List a contact’s conversations that you have access to, newest first',
  tag: 'contacts',
  params: idParams,
  query: z.object({ ...pageQuery(20), cursor: z.string().optional() }),
  response: pageOf(ConversationListItem),
})
