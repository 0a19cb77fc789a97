import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, uuidParams, wholeNumber } from '../shared/fields.ts'
import { NotificationKind } from './notifications.ts'

/** What changed in a followed conversation. */
export const followedChanges = ['email', 'reply', 'note', 'status', 'agent', 'team'] as const

export const Notification = z.object({
  uuid: z.uuid(),
  kind: NotificationKind,
  /** When it happened last. */
  happened_at: instant,
  read_at: instant.nullable(),
  /** How often it happened until it was read. */
  occurrences: z.int(),
  /** Who caused it last: an agent or a contact. Null for anything automatic. */
  actor: z
    .object({ kind: z.enum(['agent', 'contact']), id, name: z.string(), avatar_url: z.string().nullable() })
    .nullable(),
  /** Null for a batch: several conversations that were assigned at once. */
  conversation: z
    .object({
      uuid: z.uuid(),
      reference_number: z.string(),
      subject: z.string().nullable(),
      contact_name: z.string(),
    })
    .nullable(),
  /** How many conversations it is about: those of a batch that are still yours. */
  conversation_count: z.int(),
  /** The message it is about. */
  message_uuid: z.uuid().nullable(),
  /** The latest change, if it is about a followed conversation. */
  change: z.enum(followedChanges).nullable(),
  /** For SLA targets: the target and when it is due. */
  due: z
    .object({ metric: z.enum(['first_response', 'next_response', 'resolution']), at: instant })
    .nullable(),
  /** The satisfaction rating, from 1 to 5. */
  rating: z.int().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** Counting stops here: 100 means "more than 99". */
export const maxUnreadNotifications = 100

const tag = 'notifications'
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/notifications',
  access: 'agent',
  summary: 'List your notifications, newest first',
  tag,
  query: z.object({
    /** `next_cursor` of the previous page. */
    cursor: z.string().optional(),
    page_size: wholeNumber(1, 100).default(30),
    /** Only those that are unread. */
    unread: z.enum(['true', 'false']).optional(),
  }),
  response: z.object({ results: z.array(Notification), next_cursor: z.string().nullable() }),
})
export const UnreadNotifications = z.object({
  /** Counted up to 100. */
  count: z.int(),
  /** Their conversations, newest first. */
  conversation_uuids: z.array(z.uuid()),
  /** When the newest of them happened. */
  newest_at: instant.nullable(),
})
export type UnreadNotifications = z.infer<typeof UnreadNotifications>
export const getUnreadNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/unread',
  access: 'agent',
  summary: 'Count your unread notifications',
  tag,
  response: UnreadNotifications,
})
export const markNotificationRead = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/:uuid/read',
  counts_as_write: false,
  access: 'agent',
  summary: 'Mark one of your notifications as read',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const markNotificationUnread = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/:uuid/unread',
  counts_as_write: false,
  access: 'agent',
  summary: 'Mark one of your notifications as unread',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
export const markNotificationsRead = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/read',
  counts_as_write: false,
  access: 'agent',
  summary: 'Mark your notifications as read: all of them, or those of a conversation',
  tag,
  body: z.object({
    conversation_uuid: z.uuid().nullish(),
    /** Only those that happened until then, so that one that arrives in the meantime stays unread. */
    until: instant.nullish(),
  }),
  response: acknowledgement,
})
