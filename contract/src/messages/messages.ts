import { z } from 'zod'
import { Explanation } from '../conversations/explanation.ts'
import { SenderAuthentication } from '../email/sender-authentication.ts'
import { ChosenMacro } from '../macros/macros.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  acknowledgement,
  addedKey,
  cappedPageSize,
  id,
  instant,
  optionalListOf,
  optionalPage,
  pageOf,
  pageQuery,
} from '../shared/fields.ts'
import { SentDraft } from './drafts.ts'
import { AfterSending, HeldSend, maxUndoSeconds } from './held-sends.ts'
import { ScheduledReply } from './scheduled-replies.ts'

export const messageTypes = ['incoming', 'outgoing', 'activity'] as const
export const messageStatuses = ['received', 'pending', 'sent', 'failed'] as const

/** An attachment of a message (docs/spec/wire.md#messages). `url` is absolute. */
export const Attachment = z.object({
  name: z.string(),
  size: z.int(),
  content: z.null(),
  content_id: z.string(),
  content_type: z.string(),
  disposition: z.enum(['inline', 'attachment', '']),
  uuid: z.uuid(),
  url: z.string(),
  /** Whether `/uploads/thumb_<uuid>` can be requested. It is generated on request, and returns 404 if the image cannot be decoded. */
  has_thumbnail: z.boolean(),
})
export type Attachment = z.infer<typeof Attachment>

/** The kinds of activity line. Clients format them in the reader's language (docs/spec/product-decisions.md#activity-lines). */
export const activityTypes = [
  'assigned_user',
  'self_assigned',
  'unassigned_user',
  'unassigned_away',
  'assigned_team',
  'unassigned_team',
  'status_changed',
  'snoozed',
  'woke_up',
  'reopened',
  'priority_changed',
  'priority_removed',
  'tag_added',
  'tag_removed',
  'sla_set',
  'sla_removed',
  'sla_breached',
  'participant_joined',
  'may_belong_to',
  'contact_merged',
  'conversation_merged',
  'merged_into',
  'conversation_unmerged',
  'unmerged_from',
  'split_to',
  'split_from',
  'split_undone',
  'delivery_failed',
  'delivery_delayed',
  'status_refused',
  'action_refused',
  'rule_stopped',
  'csat_sent',
  'csat_answered',
  'reply_scheduled',
  'reply_rescheduled',
  'scheduled_reply_edited',
  'scheduled_reply_cancelled',
  'scheduled_reply_held',
  'scheduled_reply_released',
  'trashed',
  'marked_spam',
  'moved_to_spam',
  'restored',
  'restored_by_reply',
  'marked_not_spam',
  'moved_inbox',
] as const
export const Activity = z.object({
  type: z.enum(activityTypes),
  /** Values for the sentence, for example {assignee, team, status, priority, tag, until, address, reason, from, into}. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Set for automatic changes. */
  why: Explanation.optional(),
  /** The change undid an earlier one. */
  undo: z.boolean().optional(),
})
export type Activity = z.infer<typeof Activity>

/** Addresses and delivery details of a message (docs/spec/wire.md#messages). All addresses are bare and in lower case. */
export const MessageMeta = z.object({
  from: z.array(z.string()).optional(),
  to: z.array(z.string()).optional(),
  cc: z.array(z.string()).optional(),
  bcc: z.array(z.string()).optional(),
  /** Where the author of an incoming email wants replies, if not at `from`. */
  reply_to: z.array(z.string()).optional(),
  subject: z.string().optional(),
  is_csat: z.boolean().optional(),
  /** Set on email from someone who was not a participant before (docs/spec/product-decisions.md#threading). */
  new_participant: z.boolean().optional(),
  /** Who a note mentions without notifying them, because they have no access to the conversation. */
  unreached_mentions: z.array(z.object({ type: z.enum(['agent', 'team']), id })).optional(),
  /** Set on automatically generated email: "vacation", "out-of-office", … */
  auto_reply: z.string().optional(),
  /** Set on a reply that omitted earlier messages because one of its recipients had not received them. */
  history_withheld: z.boolean().optional(),
  /** Set on notes and emails that were sent automatically. */
  why: Explanation.optional(),
})
export type MessageMeta = z.infer<typeof MessageMeta>

export const MessageSender = z.object({
  id,
  type: z.enum(['agent', 'contact']),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
})

export const Message = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  uuid: z.uuid(),
  type: z.enum(messageTypes),
  status: z.enum(messageStatuses),
  /** The conversation that the message was written in. */
  conversation_id: id,
  /** The conversation that it is read in; another one after a merge. */
  conversation_uuid: z.uuid(),
  /** Sanitised. Quoted history and signatures are wrapped in `<div data-parley-fold>`; remote images are held back in `data-parley-src`. */
  content: z.string(),
  text_content: z.string(),
  content_type: z.enum(['html', 'text']),
  private: z.boolean(),
  sender_id: id,
  sender_type: z.enum(['agent', 'contact']),
  meta: MessageMeta,
  attachments: z.array(Attachment).nullable(),
  sender: MessageSender,
  activity: Activity.nullable(),
  /** Why the delivery failed or is delayed: a sentence, or the mail server's response. */
  delivery_error: z.string().nullable(),
  /** When a delayed reply is retried. */
  next_attempt_at: instant.nullish(),
  /** When the mail server accepted it. On a failed reply: it was sent, and bounced later. */
  sent_at: instant.nullish(),
  /** For an incoming email: whether its sender is verified. Null for everything else, and for email received before this check existed. */
  authentication: SenderAuthentication.nullish(),
  /** The number of blocked remote images. */
  remote_images: z.int(),
  /** The message's layout needs a frame of its own. */
  complex: z.boolean(),
  /**
   * Set on emails with third parties, which are private: the customer never sees them (docs/spec/wire.md#side-threads). Their answers
   * have `sender_type` contact, and are outgoing messages as all notes are.
   */
  side_thread_uuid: z.uuid().nullish(),
  version: z.int(),
})
export type Message = z.infer<typeof Message>

export const addressList = optionalListOf(z.string()).transform((items) =>
  items.map((item) => item.trim()).filter(Boolean),
)

export const MessageSend = z.object({
  sender_type: z.enum(['agent', 'contact']).default('agent'),
  message: z.string().max(2_000_000).default(''),
  private: z.boolean().default(false),
  /** Answers third parties in this side thread instead of the customer. Also needs conversations:forward. */
  side_thread_uuid: z.uuid().nullish(),
  attachments: optionalListOf(id),
  to: addressList,
  cc: addressList,
  bcc: addressList,
  /** How long the reply is held and can be undone (docs/spec/product-decisions.md#undo-send). Notes are created immediately. */
  undo_seconds: z.int().min(0).max(maxUndoSeconds).default(0),
  /**
   * Which earlier messages the email quotes. `known`: those that all recipients have already received. `all`: also for recipients who have
   * not, which requires someone's confirmation.
   */
  history: z.enum(['known', 'all']).default('known'),
  /**
   * Sends the reply at this time instead of now, at most a year ahead; `undo_seconds` is ignored then. Until it is sent, it is a scheduled
   * reply, not a message (docs/spec/wire.md#scheduled-replies).
   */
  send_at: instant.nullish().transform((at) => at ?? null),
  /** With `send_at`: the reply is put on hold if the customer writes first. */
  hold_if_customer_replies: z.boolean().default(true),
  /** Applied when the reply is sent. Needs conversations:update_status. */
  after: AfterSending.nullish().transform((after) => after ?? null),
  /** Applied when the message is sent, before `after`. A failure undoes nothing else, and is recorded in the timeline. */
  macros: optionalListOf(ChosenMacro),
  /** The author's draft that this is; deleted in the same transaction. */
  draft: SentDraft.nullish(),
  /**
   * The newest message that the author has seen. If a colleague has replied to the customer since, or is about to, the reply is refused
   * (409, with that reply in `data.colleague_reply`), and nothing is sent.
   */
  last_seen_uuid: z.uuid().nullish(),
  /** Replies of colleagues that the author was told of in this way, and sends anyway. */
  send_despite: optionalListOf(z.uuid()),
})
export type MessageSend = z.input<typeof MessageSend>

/**
 * The response to sending. While `held` or `scheduled` is set it is not a message yet, although it is presented as a pending one: its id is
 * 0. A held one is visible to its author only.
 */
export const SentMessage = Message.extend({
  id: z.int().nonnegative(),
  held: HeldSend.nullable(),
  scheduled: addedKey(ScheduledReply.nullable(), null),
})
export type SentMessage = z.infer<typeof SentMessage>

/** Why this message cannot be retried, or null when it can. */
export const retryRefusal = (
  m: Pick<Message, 'type' | 'status' | 'private' | 'side_thread_uuid' | 'sender_type'>,
): string | null => {
  const isEmail = m.type === 'outgoing' && (!m.private || (m.side_thread_uuid && m.sender_type === 'agent'))
  if (!isEmail) return 'Only replies are sent by email'
  if (m.status === 'sent') return 'This reply was already sent'
  if (m.status === 'pending') return 'This reply is already on its way'
  return null
}

const tag = 'messages'
const conversationParams = z.object({ uuid: z.uuid() })
const messageParams = z.object({ uuid: z.uuid(), message_uuid: z.uuid() })
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/messages',
  access: 'messages:read',
  summary: 'Messages, newest first',
  tag,
  params: conversationParams,
  // Clients that page by number look for the recipients of a reply among the messages they have loaded: see listMessages in the server.
  query: z.object({
    ...pageQuery(30),
    page: optionalPage,
    page_size: cappedPageSize(100, 30),
    cursor: z.string().optional(),
  }),
  response: pageOf(Message),
})
export const getMessage = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/messages/:message_uuid',
  access: 'messages:read',
  summary: 'Get a message',
  tag,
  params: messageParams,
  response: Message,
})
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/messages',
  access: 'messages:write',
  summary: 'Send a reply or write a private note',
  tag,
  params: conversationParams,
  body: MessageSend,
  idempotency_ignores: ['last_seen_uuid', 'send_despite'],
  response: SentMessage,
})
/** Only for administrators of inboxes: host names and server responses are not meant for everyone who can read a conversation. */
export const getMessageDelivery = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/messages/:message_uuid/delivery',
  access: 'inboxes:manage',
  summary: 'The delivery of a reply: attempts, the next one, and the mail server’s exact response',
  tag,
  params: messageParams,
  response: z.object({
    attempts: z.int(),
    next_attempt_at: instant.nullable(),
    details: z.string().nullable(),
  }),
})
export const retryMessage = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/messages/:message_uuid/retry',
  access: 'messages:write',
  summary: 'Retry a failed reply',
  tag,
  params: messageParams,
  response: acknowledgement,
})
