import { z } from 'zod'
import { ConversationContact } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import {
  done,
  emailAddress,
  id,
  idParam,
  instant,
  label,
  listOf,
  paged,
  pageQuery,
  uuidParams,
} from './fields.ts'
import { StatusCategory } from './lookups.ts'

/** What everybody who may see a conversation sees alike: the list row without the reader's own unread count. */
export const ConversationSummary = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  uuid: z.uuid(),
  reference_number: z.string(),
  waiting_since: instant.nullable(),
  contact: z.object({
    id,
    created_at: instant,
    updated_at: instant,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    avatar_url: z.string().nullable(),
    /** false = blocked */
    enabled: z.boolean(),
  }),
  inbox_id: id,
  inbox_channel: z.string(),
  inbox_name: z.string(),
  inbox_mail: z.string(),
  sla_policy_id: id.nullable(),
  first_reply_at: instant.nullable(),
  last_reply_at: instant.nullable(),
  resolved_at: instant.nullable(),
  subject: z.string().nullable(),
  last_message: z.string().nullable(),
  last_message_at: instant.nullable(),
  last_message_sender: z.enum(['agent', 'contact']).nullable(),
  next_sla_deadline_at: instant.nullable(),
  priority_id: id.nullable(),
  priority: z.string().nullable(),
  status_id: id,
  status: z.string(),
  status_category: StatusCategory,
  snoozed_until: instant.nullable(),
  first_response_deadline_at: instant.nullable(),
  resolution_deadline_at: instant.nullable(),
  applied_sla_id: id.nullable(),
  next_response_deadline_at: instant.nullable(),
  next_response_met_at: instant.nullable(),
  assigned_user_id: id.nullable(),
  assigned_team_id: id.nullable(),
  tags: z.array(z.string()),
  /** How many customer mails and notes it has had so far. A reader's unread count moves with it from the count fetched last. */
  unread_counter: z.int(),
  /** Grows with every change; decides which of two copies is newer. */
  version: z.int(),
})
export type ConversationSummary = z.infer<typeof ConversationSummary>

/** A row of the conversation lists, with the keys of both client generations. */
export const ConversationListItem = ConversationSummary.extend({
  /** 0 to 10; 10 means "more than 9". */
  unread_message_count: z.int(),
})
export type ConversationListItem = z.infer<typeof ConversationListItem>

export const PreviousConversation = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  uuid: z.uuid(),
  subject: z.string().nullable(),
  status: z.string(),
  contact: z.object({ first_name: z.string(), last_name: z.string(), avatar_url: z.string().nullable() }),
  last_message: z.string().nullable(),
  last_message_at: instant.nullable(),
})

/** The whole conversation as it is pushed: the same for everybody who may see it. */
export const ConversationShared = ConversationSummary.extend({
  contact: ConversationContact,
  contact_id: id,
  closed_at: instant.nullable(),
  meta: z.array(z.unknown()),
  custom_attributes: z.record(z.string(), z.unknown()),
  sla_policy_name: z.string().nullable(),
})
export type ConversationShared = z.infer<typeof ConversationShared>

/** Full conversation (api-contract 5.2), with the keys of both client generations. */
export const Conversation = ConversationShared.extend({
  unread_message_count: z.int(),
  /** When the assigned agent read it last; the first clients ask for it. */
  assignee_last_seen_at: instant.nullable(),
  /** The ten newest of the contact's others that the reader may see. */
  previous_conversations: z.array(PreviousConversation).nullable(),
  /** How many of them there are; 1000 means that many or more. */
  previous_count: z.int(),
})
export type Conversation = z.infer<typeof Conversation>

export const Participant = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  type: z.enum(['agent', 'contact']),
})
export type Participant = z.infer<typeof Participant>

/** Why the status cannot become this one, or null when it can (product-decisions 13, 15). */
export const statusRefusal = (
  c: Pick<ConversationSummary, 'assigned_user_id' | 'status'>,
  to: { status: string; category: StatusCategory; snoozed_until: Date | null; may_assign_self: boolean },
  now: Date,
): string | null => {
  if (to.status === 'Snoozed') {
    if (!to.snoozed_until) return 'Say until when to snooze'
    if (to.snoozed_until <= now) return 'A future time must be selected'
  }
  if (to.status === 'Resolved' && c.assigned_user_id === null && !to.may_assign_self)
    return 'Assign this conversation to somebody before resolving it'
  return null
}

/** The sorts of the lists (spec section 9): the field and the direction each starts with. */
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
  order_by: z.string().optional(),
  order: z.string().optional(),
  filters: z.string().optional(),
})

const tag = 'conversations'
const rows = paged(ConversationListItem)
export const listAssigned = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/assigned',
  access: 'conversations:read_assigned',
  summary: 'Conversations assigned to you',
  tag,
  query: listQuery,
  response: rows,
})
export const listUnassigned = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/unassigned',
  access: 'conversations:read_unassigned',
  summary: 'Conversations with neither agent nor team',
  tag,
  query: listQuery,
  response: rows,
})
export const listAll = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/all',
  access: 'conversations:read_all',
  summary: 'All conversations',
  tag,
  query: listQuery,
  response: rows,
})
export const listTeamUnassigned = endpoint({
  method: 'GET',
  path: '/api/v1/teams/:id/conversations/unassigned',
  access: 'conversations:read_team_inbox',
  summary: 'Conversations of one of your teams that nobody has taken',
  tag,
  params: z.object({ id: idParam }),
  query: listQuery,
  response: rows,
})

export const ConversationCreate = z.object({
  inbox_id: id,
  contact_email: emailAddress,
  first_name: label(140),
  last_name: z
    .string()
    .trim()
    .max(140)
    .nullish()
    .transform((name) => name ?? ''),
  subject: label(1000),
  content: z.string().min(1, 'The message cannot be empty').max(2_000_000),
  agent_id: id.nullish().transform((value) => value ?? null),
  team_id: id.nullish().transform((value) => value ?? null),
  attachments: listOf(id),
  initiator: z.enum(['agent', 'contact']).default('agent'),
})
export const createConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations',
  access: 'conversations:write',
  summary: 'Start a conversation',
  tag,
  body: ConversationCreate,
  response: Conversation,
})
export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid',
  access: 'conversations:read',
  summary: 'One conversation',
  tag,
  params: uuidParams,
  response: Conversation,
})
export const listParticipants = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/participants',
  access: 'conversations:read',
  summary: 'Everybody who wrote in it',
  tag,
  params: uuidParams,
  response: z.array(Participant),
})
export const markSeen = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/last-seen',
  access: 'conversations:read',
  summary: 'Mark as read',
  tag,
  params: uuidParams,
  response: done,
})
export const markUnread = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/mark-unread',
  access: 'conversations:read',
  summary: 'Mark the newest message as unread',
  tag,
  params: uuidParams,
  response: done,
})
export const assignUser = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/user',
  access: 'conversations:update_user_assignee',
  summary: 'Assign to an agent',
  tag,
  params: uuidParams,
  body: z.object({ assignee_id: id }),
  response: done,
})
export const removeUser = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/user/remove',
  access: 'conversations:update_user_assignee',
  summary: 'Take the agent off',
  tag,
  params: uuidParams,
  response: done,
})
export const assignTeam = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/team',
  access: 'conversations:update_team_assignee',
  summary: 'Assign to a team',
  tag,
  params: uuidParams,
  body: z.object({ assignee_id: id }),
  response: done,
})
export const removeTeam = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/team/remove',
  access: 'conversations:update_team_assignee',
  summary: 'Take the team off',
  tag,
  params: uuidParams,
  response: done,
})
export const setPriority = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/priority',
  access: 'conversations:update_priority',
  summary: 'Set the priority, by name; null removes it',
  tag,
  params: uuidParams,
  body: z.object({ priority: z.string().min(1, 'Choose a priority').nullable() }),
  response: done,
})
export const setStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/status',
  access: 'conversations:update_status',
  summary: 'Set the status, by name; Snoozed takes a duration or an instant',
  tag,
  params: uuidParams,
  body: z.object({ status: z.string().min(1, 'Choose a status'), snoozed_until: z.string().nullish() }),
  response: done,
})
export const setTags = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/tags',
  access: 'conversations:update_tags',
  summary: 'Replace the tags, by name',
  tag,
  params: uuidParams,
  body: z.object({ tags: listOf(z.string()) }),
  response: done,
})
