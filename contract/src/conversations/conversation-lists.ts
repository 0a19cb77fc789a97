import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, idParam, pageOf, pageQuery, sortQuery } from '../shared/fields.ts'
import { ConversationListItem } from './conversations.ts'

/** The sort options of the lists (spec section 9): the field, and its initial direction. */
export const conversationSorts = {
  oldest_activity: { field: 'last_message_at', order: 'asc' },
  newest_activity: { field: 'last_message_at', order: 'desc' },
  started_first: { field: 'created_at', order: 'asc' },
  started_last: { field: 'created_at', order: 'desc' },
  waiting_longest: { field: 'waiting_since', order: 'asc' },
  next_sla_target: { field: 'next_sla_deadline_at', order: 'asc' },
  priority_first: { field: 'priority_id', order: 'desc' },
} as const
export type ConversationSort = keyof typeof conversationSorts

export const listQuery = z.object({
  ...pageQuery(50),
  cursor: z.string().optional(),
  ...sortQuery(Object.values(conversationSorts).map(({ field }) => field)),
  filters: z.string().optional(),
})

/** Lists in an order of their own; they take no sort. */
export const orderedListQuery = listQuery.omit({ order_by: true, order: true })

const tag = 'conversations'
const conversationPage = pageOf(ConversationListItem)
export const listAssigned = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/assigned',
  access: 'conversations:read_assigned',
  summary: 'Conversations assigned to you',
  tag,
  query: listQuery,
  response: conversationPage,
})
export const listUnassigned = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/unassigned',
  access: 'conversations:read_unassigned',
  summary: 'Conversations with neither agent nor team',
  tag,
  query: listQuery,
  response: conversationPage,
})
export const listAll = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/all',
  access: 'conversations:read_all',
  summary: 'All conversations',
  tag,
  query: listQuery,
  response: conversationPage,
})
export const listTeamUnassigned = endpoint({
  method: 'GET',
  path: '/api/v1/teams/:id/conversations/unassigned',
  access: 'conversations:read_team_inbox',
  summary: 'Unassigned conversations of one of your teams',
  tag,
  params: z.object({ id: idParam }),
  query: listQuery,
  response: conversationPage,
})

export const listSnoozed = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/snoozed',
  access: 'conversations:read',
  summary: 'Snoozed conversations that you can see, the next to wake first',
  tag,
  query: orderedListQuery,
  response: conversationPage,
})
export const listSent = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/sent',
  access: 'conversations:read',
  summary: 'Conversations that you replied to, the newest of your replies first',
  tag,
  query: orderedListQuery,
  response: conversationPage,
})
export const listTrash = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/trash',
  access: 'conversations:delete',
  summary: 'Deleted conversations that you could see before, the latest first',
  tag,
  query: orderedListQuery,
  response: conversationPage,
})
export const listSpam = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/spam',
  access: 'conversations:delete',
  summary: 'Spam that you could see otherwise, the latest first',
  tag,
  query: orderedListQuery,
  response: conversationPage,
})

export const listScheduled = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/scheduled',
  access: 'conversations:read',
  summary: 'Conversations that you can see with replies that are sent later, the next one first',
  tag,
  query: orderedListQuery,
  response: conversationPage,
})
export const listMentions = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/mentions',
  access: 'conversations:read',
  summary:
    'Conversations with a note that mentions you or one of your teams: unread ones first, then by the newest mention',
  tag,
  query: orderedListQuery,
  response: conversationPage,
})
export const listDraftConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/drafts',
  access: 'conversations:read',
  summary: 'Conversations in which you have a draft, the last edited first',
  tag,
  query: orderedListQuery,
  response: conversationPage,
})

/** Counting stops here: 100 means "more than 99". */
export const maxListCount = 100

/** The number of conversations each list shows initially: those with status Open. For a view, whatever its filters match. */
export const ListCounts = z.object({
  /** Null if the caller's role has no access to the list. */
  assigned: z.int().nullable(),
  unassigned: z.int().nullable(),
  teams: z.array(z.object({ id, count: z.int() })),
  /** The caller's views and those shared with them; null if counting takes too long. */
  views: z.array(z.object({ id, count: z.int().nullable() })),
})
export type ListCounts = z.infer<typeof ListCounts>

export const countLists = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/counts',
  access: 'agent',
  summary: 'How many conversations your lists contain, each counted up to 100',
  tag,
  response: ListCounts,
})
