import { z } from 'zod'
import { listQuery } from '../conversations/conversation-lists.ts'
import { ConversationListItem } from '../conversations/conversations.ts'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, pageOf, singleLine } from '../shared/fields.ts'
import { FilterJson } from '../shared/filters.ts'

export const View = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  /** AND-ed; in the same format as the `filters` of lists. */
  filters: z.array(FilterJson),
  user_id: id,
})
export type View = z.infer<typeof View>

export const viewNameLength = { min: 2, max: 30 }

const nameLengthMessage = 'Use 2 to 30 characters'
/** JSON length in characters: what fits into the URL of a list, which takes the same filters. */
const maxFiltersLength = 16_000

export const ViewWrite = z.object({
  name: singleLine(viewNameLength.max)
    .min(viewNameLength.min, nameLengthMessage)
    .max(viewNameLength.max, nameLengthMessage),
  filters: z
    .array(FilterJson)
    .min(1, 'Select at least one filter')
    .refine(
      (filters) => JSON.stringify(filters).length <= maxFiltersLength,
      'These filters are too long to save. Use fewer or shorter values',
    ),
})
export type ViewWrite = z.infer<typeof ViewWrite>

const tag = 'views'
export const listMyViews = endpoint({
  method: 'GET',
  path: '/api/v1/views/me',
  access: 'view:manage',
  summary: 'The views of the signed-in agent',
  tag,
  response: z.array(View),
})
export const getView = endpoint({
  method: 'GET',
  path: '/api/v1/views/me/:id',
  access: 'view:manage',
  summary: 'Get one of your views',
  tag,
  params: idParams,
  response: View,
})
export const createView = endpoint({
  method: 'POST',
  path: '/api/v1/views/me',
  access: 'view:manage',
  summary: 'Save a view',
  tag,
  body: ViewWrite,
  response: View,
})
export const ViewChanges = changesTo(ViewWrite)
export const updateView = endpoint({
  method: 'PUT',
  path: '/api/v1/views/me/:id',
  access: 'view:manage',
  summary: 'Change one of your views',
  tag,
  params: idParams,
  body: ViewChanges,
  response: View,
})
export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/v1/views/me/:id',
  access: 'view:manage',
  summary: 'Delete one of your views',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const listViewConversations = endpoint({
  method: 'GET',
  path: '/api/v1/views/:id/conversations',
  access: 'conversations:read',
  summary: 'The conversations of one of your views that you have access to; only its own filters apply',
  tag,
  params: idParams,
  query: listQuery,
  response: pageOf(ConversationListItem),
})
