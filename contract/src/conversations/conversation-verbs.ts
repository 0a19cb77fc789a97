import { z } from 'zod'
import { ChosenMacro } from '../macros/macros.ts'
import { SentDraft } from '../messages/drafts.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  acknowledgement,
  emailAddress,
  id,
  lastName,
  nameReference,
  nonEmptyLine,
  optionalListOf,
  uuidParams,
} from '../shared/fields.ts'
import type { StatusCategory } from '../statuses/statuses.ts'
import { Conversation, type ConversationSummary } from './conversations.ts'

const maxSnoozeMs = 10 * 366 * 86_400_000
/** Also true for an instant beyond the range of Date. */
export const isBeyondMaxSnooze = (until: Date, now: Date): boolean =>
  !(until.getTime() - now.getTime() <= maxSnoozeMs)
export const snoozeTooLong = 'Snooze for at most ten years'

/** Why the status cannot be changed to this one, or null when it can (docs/spec/product-decisions.md#active-conversations, docs/spec/product-decisions.md#snooze). */
export const statusRefusal = (
  c: Pick<ConversationSummary, 'assigned_user_id' | 'status'>,
  target: { status: string; category: StatusCategory; snoozed_until: Date | null; may_assign_self: boolean },
  now: Date,
): string | null => {
  if (target.status === 'Snoozed') {
    if (!target.snoozed_until) return 'Choose when to snooze until'
    if (target.snoozed_until <= now) return 'A future time must be selected'
    if (isBeyondMaxSnooze(target.snoozed_until, now)) return snoozeTooLong
  }
  if (target.status === 'Resolved' && c.assigned_user_id === null && !target.may_assign_self)
    return 'Assign this conversation to someone before resolving it'
  return null
}

const tag = 'conversations'
export const ConversationCreate = z.object({
  inbox_id: id,
  contact_email: emailAddress,
  first_name: nonEmptyLine(140),
  last_name: lastName,
  /** Any text; it is normalised to a single line. */
  subject: z.string().trim().min(1, 'This cannot be empty').max(1000),
  content: z.string().min(1, 'Message cannot be empty').max(2_000_000),
  agent_id: id.nullish().transform((value) => value ?? null),
  team_id: id.nullish().transform((value) => value ?? null),
  attachments: optionalListOf(id),
  initiator: z.enum(['agent', 'contact']).default('agent'),
  /** Applied after creation, and after the team and agent are assigned. */
  macros: optionalListOf(ChosenMacro),
  /** The author's draft that this is; deleted in the same transaction. */
  draft: SentDraft.nullish(),
})
export const createConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations',
  access: 'conversations:write',
  summary: 'Start a conversation',
  tag,
  body: ConversationCreate,
  response: Conversation,
  // The conversation of a draft that is sent with it.
  other_error_statuses: [404],
})
export const markSeen = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/last-seen',
  counts_as_write: false,
  access: 'conversations:read',
  summary: 'Mark as read',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const markUnread = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/mark-unread',
  access: 'conversations:read',
  summary: 'Mark the newest message as unread',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const assignUser = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/user',
  access: 'conversations:update_user_assignee',
  summary: 'Assign to an agent',
  tag,
  params: uuidParams,
  body: z.object({ assignee_id: id }),
  response: acknowledgement,
})
export const removeUser = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/user/remove',
  access: 'conversations:update_user_assignee',
  summary: 'Unassign the agent',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const assignTeam = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/team',
  access: 'conversations:update_team_assignee',
  summary: 'Assign to a team',
  tag,
  params: uuidParams,
  body: z.object({ assignee_id: id }),
  response: acknowledgement,
})
export const removeTeam = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/assignee/team/remove',
  access: 'conversations:update_team_assignee',
  summary: 'Unassign the team',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const setPriority = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/priority',
  access: 'conversations:update_priority',
  summary: 'Set the priority, by name; null removes it',
  tag,
  params: uuidParams,
  body: z.object({ priority: z.string().min(1, 'Choose a priority').nullable() }),
  response: acknowledgement,
})
export const setStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/status',
  access: 'conversations:update_status',
  summary: 'Set the status, by name; Snoozed takes a duration or an instant',
  tag,
  params: uuidParams,
  body: z.object({ status: z.string().min(1, 'Choose a status'), snoozed_until: z.string().nullish() }),
  response: acknowledgement,
})
export const setTags = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/tags',
  access: 'conversations:update_tags',
  summary: 'Replace the tags, by name',
  tag,
  params: uuidParams,
  body: z.object({ tags: optionalListOf(nameReference) }),
  response: acknowledgement,
})
