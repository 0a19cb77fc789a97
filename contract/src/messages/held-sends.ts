import { z } from 'zod'
import { NamedMacro } from '../macros/macros.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, uuidParams } from '../shared/fields.ts'

/** The longest undo window, in seconds. Agents choose theirs; the default is in the column agents.undo_seconds. */
export const maxUndoSeconds = 60

/** What else happens when a reply is sent. Undoing the reply undoes this as well. */
export const AfterSending = z.object({
  /** The name of a status. */
  status: z.string().min(1),
  /** For Snoozed: a duration such as `3h`, counted from when the agent clicked Send, or an RFC 3339 timestamp. */
  snoozed_until: z.string().nullish(),
})
export type AfterSending = z.infer<typeof AfterSending>

/** What the conversation will be created with, besides its first message. */
export const HeldStart = z.object({
  inbox_id: id,
  contact_email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  subject: z.string(),
  team_id: id.nullable(),
  agent_id: id.nullable(),
})
export type HeldStart = z.infer<typeof HeldStart>

/** The side thread that a held email belongs to. */
export const HeldSideThread = z.object({
  /** Null: it starts with this email. */
  uuid: z.uuid().nullable(),
  subject: z.string(),
  /** What is forwarded, if it starts the side thread. */
  forward: z
    .object({ message_uuid: z.uuid().nullable(), forward_attachments: z.array(z.uuid()).nullable() })
    .nullable(),
})
export type HeldSideThread = z.infer<typeof HeldSideThread>

/** A reply waiting for its undo window to end. Only its author can see it (docs/spec/product-decisions.md#undo-send). */
export const HeldSend = z.object({
  /** The UUID of the message once it is sent. */
  uuid: z.uuid(),
  /** Known from the start. If `start` is set, the conversation does not exist yet. */
  conversation_uuid: z.uuid(),
  created_at: instant,
  held_until: instant,
  /** The remaining time by the server's clock, as a browser's clock may be wrong. */
  remaining_ms: z.int().nonnegative(),
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
  after: z.object({ status: z.string(), snoozed_until: instant.nullable() }).nullable(),
  /** Applied once it is sent, with the permissions that the author has at that time. */
  macros: z.array(NamedMacro),
  /** Set on the first message of a new conversation. */
  start: HeldStart.nullable(),
  /** Set on an email to third parties. */
  side_thread: HeldSideThread.nullish(),
})
export type HeldSend = z.infer<typeof HeldSend>

const tag = 'messages'
export const listHeldSends = endpoint({
  method: 'GET',
  path: '/api/v1/held-sends',
  access: 'messages:write',
  summary: 'List your replies that can still be undone',
  tag,
  response: z.array(HeldSend),
})
export const undoHeldSend = endpoint({
  method: 'PUT',
  path: '/api/v1/held-sends/:uuid/undo',
  counts_as_write: false,
  access: 'messages:write',
  summary: 'Undo one of your replies before it is sent; returns its content. Refused (409) once it is sent',
  tag,
  params: uuidParams,
  response: HeldSend,
})
export const releaseHeldSend = endpoint({
  method: 'PUT',
  path: '/api/v1/held-sends/:uuid/send',
  access: 'messages:write',
  summary: 'Send one of your held replies now',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
