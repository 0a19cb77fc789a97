import { z } from 'zod'
import { Conversation, type ConversationSummary } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { done, emailAddress, id, label, lastName, listOf, nameOf, uuidParams } from './fields.ts'
import type { StatusCategory } from './lookups.ts'
import { ChosenMacro } from './macros.ts'

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

const tag = 'conversations'
export const ConversationCreate = z.object({
  inbox_id: id,
  contact_email: emailAddress,
  first_name: label(140),
  last_name: lastName,
  /** Any text: it is brought onto one line. */
  subject: z.string().trim().min(1, 'This cannot be empty').max(1000),
  content: z.string().min(1, 'Message cannot be empty').max(2_000_000),
  agent_id: id.nullish().transform((value) => value ?? null),
  team_id: id.nullish().transform((value) => value ?? null),
  attachments: listOf(id),
  initiator: z.enum(['agent', 'contact']).default('agent'),
  /** Done once it is there, after team and agent. */
  macros: listOf(ChosenMacro),
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
export const markSeen = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/last-seen',
  counts_as_write: false,
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
  body: z.object({ tags: listOf(nameOf) }),
  response: done,
})
