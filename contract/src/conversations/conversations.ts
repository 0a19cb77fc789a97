import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { addedKey, id, instant, uuidParams } from '../shared/fields.ts'
import { StatusCategory } from '../statuses/statuses.ts'
import { ConversationContact } from './conversation-contact.ts'
import { trashReasons } from './hidden-conversations.ts'
import { SpamJudgement } from './spam-filter.ts'

/** The part of a conversation that is the same for everyone who can see it: the list row without the reader's unread count. */
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
    /** False means blocked. */
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
  /** The next reply that is sent later, if there is one. */
  scheduled: z
    .object({
      send_at: instant,
      /** Its author. */
      agent_id: id,
      on_hold: z.boolean(),
      /** How many the conversation has. */
      count: z.int(),
    })
    .nullish(),
  /** When it was moved to the trash, which is emptied after 30 days; null otherwise. */
  trashed_at: addedKey(instant.nullable(), null),
  trash_reason: addedKey(z.enum(trashReasons).nullable(), null),
  /** The number of customer emails and notes so far. A client adds its increase to the unread count it last fetched. */
  unread_counter: z.int(),
  /** The agents who have a draft here. What they write is visible to themselves only. */
  drafting: addedKey(z.array(id), []),
  /** Increases with every change; the higher of two copies is the newer one. */
  version: z.int(),
})
export type ConversationSummary = z.infer<typeof ConversationSummary>

/** A row of the conversation lists, with the keys of both client generations. */
export const ConversationListItem = ConversationSummary.extend({
  /** 0 to 10; 10 means "more than 9". */
  unread_message_count: z.int(),
})
export type ConversationListItem = z.infer<typeof ConversationListItem>

/** What a link to a conversation shows. */
export const ConversationReference = z.object({
  uuid: z.uuid(),
  reference_number: z.string(),
  subject: z.string().nullable(),
})
export type ConversationReference = z.infer<typeof ConversationReference>

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

/** The whole conversation as pushed to browsers; the same for everyone who can see it. */
export const ConversationShared = ConversationSummary.extend({
  contact: ConversationContact,
  contact_id: id,
  closed_at: instant.nullable(),
  meta: z.array(z.unknown()),
  custom_attributes: z.record(z.string(), z.unknown()),
  sla_policy_name: z.string().nullable(),
  /** The spam filter suggests that it is spam; null once an agent has decided. */
  spam_suggestion: addedKey(SpamJudgement.nullable(), null),
})
export type ConversationShared = z.infer<typeof ConversationShared>

/** The full conversation (docs/spec/wire.md#conversation-objects), with the keys of both client generations. */
export const Conversation = ConversationShared.extend({
  unread_message_count: z.int(),
  /** When the assigned agent last read it; older clients use it. */
  assignee_last_seen_at: instant.nullable(),
  /** The contact's ten newest other conversations that the reader can see. */
  previous_conversations: z.array(PreviousConversation).nullable(),
  /** How many of them there are; 1000 means 1000 or more. */
  previous_count: z.int(),
  /** Where it is continued if it was merged; it can be read but not changed then. */
  merged_into: addedKey(ConversationReference.nullable(), null),
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

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid',
  access: 'conversations:read',
  summary: 'Get a conversation',
  tag: 'conversations',
  params: uuidParams,
  response: Conversation,
})
export const listParticipants = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/participants',
  access: 'conversations:read',
  summary: 'Everyone who wrote in the conversation',
  tag: 'conversations',
  params: uuidParams,
  response: z.array(Participant),
})
