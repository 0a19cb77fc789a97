import { z } from 'zod'
import { NamedMacro } from '../macros/macros.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, uuidParams } from '../shared/fields.ts'
import { AfterSending } from './held-sends.ts'

const maxScheduleMs = 366 * 86_400_000

/** Why a reply cannot be sent at this time, or null when it can. */
export const sendTimeRefusal = (send_at: Date, now: Date): string | null => {
  if (!(send_at > now)) return 'That time is past. Choose a later one'
  return send_at.getTime() - now.getTime() > maxScheduleMs ? 'Choose a time within a year' : null
}

/** Why a scheduled reply was not sent at its time: it waits until someone decides. */
export const ScheduleHoldReason = z.enum(['customer_replied', 'in_trash'])
export type ScheduleHoldReason = z.infer<typeof ScheduleHoldReason>

/** A reply that is sent later. Everyone who can see the conversation can see it (docs/spec/wire.md#scheduled-replies). */
export const ScheduledReply = z.object({
  /** The UUID of the message once it is sent. */
  uuid: z.uuid(),
  conversation_uuid: z.uuid(),
  created_at: instant,
  updated_at: instant,
  /** Increases with every change. */
  version: z.int(),
  send_at: instant,
  /** Whether it waits for a decision if the customer writes first. */
  hold_if_customer_replies: z.boolean(),
  /** Set while it waits for someone to send, change or cancel it. */
  on_hold: z.object({ reason: ScheduleHoldReason, since: instant }).nullable(),
  /** Who wrote it, and in whose name it is sent. */
  author: z.object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    avatar_url: z.string().nullable(),
  }),
  message: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  attachments: z.array(
    z.object({
      id,
      uuid: z.uuid(),
      filename: z.string(),
      size: z.int(),
      content_type: z.string(),
    }),
  ),
  /** What happens to the conversation when it is sent. A duration counts from then. */
  after: AfterSending.nullable(),
  macros: z.array(NamedMacro),
})
export type ScheduledReply = z.infer<typeof ScheduledReply>

/** A missing key keeps its value. A new time also takes the reply off hold. */
export const ScheduledReplyChange = z.object({
  send_at: instant.optional(),
  hold_if_customer_replies: z.boolean().optional(),
  message: z.string().max(2_000_000).optional(),
  /** All attachments that it should have: those to keep, and new uploads. */
  attachments: z.array(id).max(1000).optional(),
  to: z.array(z.string()).max(1000).optional(),
  cc: z.array(z.string()).max(1000).optional(),
  bcc: z.array(z.string()).max(1000).optional(),
  after: AfterSending.nullable().optional(),
  /** The version that was changed: refused (409) if someone has changed the reply since. */
  version: z.int().optional(),
})
export type ScheduledReplyChange = z.infer<typeof ScheduledReplyChange>

const tag = 'messages'
const replyParams = z.object({ uuid: z.uuid(), reply_uuid: z.uuid() })
const replyPath = '/api/v1/conversations/:uuid/scheduled-replies/:reply_uuid' as const
export const listScheduledReplies = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/scheduled-replies',
  access: 'messages:read',
  summary: 'Replies of a conversation that are sent later, the next one first',
  tag,
  params: uuidParams,
  response: z.array(ScheduledReply),
})
export const changeScheduledReply = endpoint({
  method: 'PUT',
  path: replyPath,
  access: 'messages:write',
  summary: 'Change a scheduled reply or its time. Refused (409) once it is sent or cancelled',
  tag,
  params: replyParams,
  body: ScheduledReplyChange,
  nulls: 'refused',
  response: ScheduledReply,
})
export const cancelScheduledReply = endpoint({
  method: 'PUT',
  path: `${replyPath}/cancel`,
  counts_as_write: false,
  access: 'messages:write',
  summary: 'Cancel a scheduled reply; returns its content. Refused (409) once it is sent',
  tag,
  params: replyParams,
  response: ScheduledReply,
})
export const sendScheduledReply = endpoint({
  method: 'PUT',
  path: `${replyPath}/send`,
  access: 'messages:write',
  summary: 'Send a scheduled reply now, also one that is on hold',
  tag,
  params: replyParams,
  response: acknowledgement,
})
