import { z } from 'zod'
import { ConversationContact } from '../conversations/conversation-contact.ts'
import { ConversationShared } from '../conversations/conversations.ts'
import { draftKey } from '../messages/drafts.ts'
import { Message } from '../messages/messages.ts'
import { id } from './fields.ts'

/** A client's position in the event stream. Opaque; send it back when reconnecting. */
export const Cursor = z.string()

/** What an agent does in a conversation that they have open. */
export const PresenceActivity = z.enum(['viewing', 'noting', 'replying'])
export type PresenceActivity = z.infer<typeof PresenceActivity>

/** What `/ws?v=2` accepts besides "ping". */
export const ClientFrame = z.object({
  type: z.literal('presence'),
  /**
   * The open conversation, or null. Repeat it at least every `presenceRepeatMs` for as long as it holds; it is forgotten after
   * `presenceExpiryMs`, or when the connection closes.
   */
  object: z.object({ uuid: z.uuid(), activity: PresenceActivity }).nullable(),
})
export type ClientFrame = z.infer<typeof ClientFrame>

export const presenceRepeatMs = 3_000
export const presenceExpiryMs = 8_000

const frameFields = { event_id: Cursor, version: z.int() }

/** Who has a conversation open, whenever that changes. Not an event: it has no position in the stream and is never caught up. */
export const PresenceFrame = z.object({
  type: z.literal('presence.changed'),
  object: z.object({ uuid: z.uuid(), agents: z.array(z.object({ id, activity: PresenceActivity })) }),
})
export type PresenceFrame = z.infer<typeof PresenceFrame>

/** Everything that `/ws?v=2` pushes about changes (docs/spec/product-decisions.md#sockets). One schema, one reducer: web/src/realtime/apply-event.ts. */
export const ServerEvent = z.discriminatedUnion('type', [
  /**
   * The first frame of a connection. `reload`: the cursor is too far behind, fetch everything again. `forget`: the cursor belongs to
   * another history, such as the one before a restore, so cached objects cannot be compared by version.
   */
  z.object({
    type: z.literal('hello'),
    event_id: Cursor,
    reload: z.boolean(),
    forget: z.boolean().default(false),
  }),
  z.object({ ...frameFields, type: z.literal('conversation.created'), object: ConversationShared }),
  z.object({ ...frameFields, type: z.literal('conversation.changed'), object: ConversationShared }),
  /** The reader can no longer see this conversation. */
  z.object({ ...frameFields, type: z.literal('conversation.gone'), object: z.object({ uuid: z.uuid() }) }),
  z.object({ ...frameFields, type: z.literal('message.created'), object: Message }),
  z.object({ ...frameFields, type: z.literal('message.changed'), object: Message }),
  /** The reader's own read position changed, perhaps in another tab. */
  z.object({
    ...frameFields,
    type: z.literal('conversation.seen'),
    object: z.object({
      uuid: z.uuid(),
      unread_message_count: z.int(),
      /** The conversation's `unread_counter` at that count. */
      unread_counter: z.int(),
    }),
  }),
  /** Someone follows the conversation, or no longer does. */
  z.object({
    ...frameFields,
    type: z.literal('conversation.followers_changed'),
    object: z.object({ uuid: z.uuid() }),
  }),
  /** Someone started, sent or discarded a draft in this conversation. */
  z.object({
    ...frameFields,
    type: z.literal('conversation.drafting'),
    object: z.object({ uuid: z.uuid(), agent_ids: z.array(id) }),
  }),
  /** One of the reader's own drafts changed, perhaps in another tab or on another device. */
  z.object({
    ...frameFields,
    type: z.literal('draft.changed'),
    object: z.object({
      key: draftKey,
      revision: z.int(),
      /** The tab that changed it, as it named itself; empty if it was sent or discarded. */
      client_id: z.string(),
    }),
  }),
  /** A contact's name, address, avatar or state changed. `version` is the time of the change in milliseconds. */
  z.object({ ...frameFields, type: z.literal('contact.updated'), object: ConversationContact }),
  /** The contact was merged into another. */
  z.object({ ...frameFields, type: z.literal('contact.merged'), object: z.object({ id, into_id: id }) }),
  /** A note about a contact was created or deleted. */
  z.object({ ...frameFields, type: z.literal('contact.notes_changed'), object: z.object({ id }) }),
  /** Reference data that clients cache has changed and must be fetched again. */
  z.object({
    ...frameFields,
    type: z.literal('lookup.changed'),
    object: z.object({
      lookup: z.enum([
        'statuses',
        'tags',
        'teams',
        'agents',
        'inboxes',
        'roles',
        'settings',
        'views',
        'macros',
        'custom_attributes',
        'sla',
        'business_hours',
        'templates',
        'webhooks',
        'oidc',
        'automations',
        'ai',
        'privacy',
        'retention',
        /** The reader's own held replies. */
        'held_sends',
        /** The reader's own notifications. */
        'notifications',
        'me',
      ]),
    }),
  }),
])
export type ServerEvent = z.infer<typeof ServerEvent>
