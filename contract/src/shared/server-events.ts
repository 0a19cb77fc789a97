import { z } from 'zod'
import { ConversationContact } from '../conversations/conversation-contact.ts'
import { ConversationShared } from '../conversations/conversations.ts'
import { Message } from '../messages/messages.ts'
import { id } from './fields.ts'

/** Where a browser stands in the stream of events. Opaque; hand it back on reconnect. */
export const Cursor = z.string()

const frameFields = { event_id: Cursor, version: z.int() }

/** Everything that `/ws?v=2` pushes (product-decisions 8). One schema, one reducer: web/src/realtime/apply-event.ts. */
export const ServerEvent = z.discriminatedUnion('type', [
  /**
   * First frame of a connection: `reload` means "too far behind, fetch afresh". `forget` means that the place handed in belongs to another
   * history, such as that before a restore: what is known from there cannot be compared, whatever its version.
   */
  z.object({
    type: z.literal('hello'),
    event_id: Cursor,
    reload: z.boolean(),
    forget: z.boolean().default(false),
  }),
  z.object({ ...frameFields, type: z.literal('conversation.created'), object: ConversationShared }),
  z.object({ ...frameFields, type: z.literal('conversation.changed'), object: ConversationShared }),
  /** The reader may no longer see this conversation. */
  z.object({ ...frameFields, type: z.literal('conversation.gone'), object: z.object({ uuid: z.uuid() }) }),
  z.object({ ...frameFields, type: z.literal('message.created'), object: Message }),
  z.object({ ...frameFields, type: z.literal('message.changed'), object: Message }),
  /** The reader's own read mark moved, perhaps in another tab. */
  z.object({
    ...frameFields,
    type: z.literal('conversation.seen'),
    object: z.object({
      uuid: z.uuid(),
      unread_message_count: z.int(),
      /** Where the conversation's `unread_counter` stood at that count. */
      unread_counter: z.int(),
    }),
  }),
  /** A contact has another name, address, picture or state. `version` is the millisecond of the change. */
  z.object({ ...frameFields, type: z.literal('contact.updated'), object: ConversationContact }),
  /** All that was this contact's is another one's now. */
  z.object({ ...frameFields, type: z.literal('contact.merged'), object: z.object({ id, into_id: id }) }),
  /** A note about a contact was written or deleted. */
  z.object({ ...frameFields, type: z.literal('contact.notes_changed'), object: z.object({ id }) }),
  /** A list that clients hold was changed; fetch it again. */
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
        /** The reader's own replies that wait for their undo window. */
        'held_sends',
        'me',
      ]),
    }),
  }),
])
export type ServerEvent = z.infer<typeof ServerEvent>
