import { z } from 'zod'
import { NamedMacro } from '../macros/macros.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, instant, uuidParams } from '../shared/fields.ts'

/** The longest that a reply can be taken back, in seconds. */
export const maxUndoSeconds = 60

/** What else happens in the moment a reply is sent; taking it back takes this back too. */
export const AfterSending = z.object({
  /** A status by its name. */
  status: z.string().min(1),
  /** For Snoozed: a duration such as `3h`, counted from when send was pressed, or an RFC 3339 instant. */
  snoozed_until: z.string().nullish(),
})
export type AfterSending = z.infer<typeof AfterSending>

/** What a conversation will be started with, beside its first message. */
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

/** A reply that waits for its undo window to pass. Its author alone knows of it (product-decisions 18). */
export const HeldSend = z.object({
  /** The message's, once it is sent. */
  uuid: z.uuid(),
  /** Known from the start; where `start` is set there is no such conversation yet. */
  conversation_uuid: z.uuid(),
  created_at: instant,
  held_until: instant,
  /** Until then, by the server's clock: a browser's own may be wrong. */
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
  /** What is done once it is sent, each by its author's rights at that instant. */
  macros: z.array(NamedMacro),
  /** Set on the first message of a conversation that is started by it. */
  start: HeldStart.nullable(),
})
export type HeldSend = z.infer<typeof HeldSend>

const tag = 'messages'
export const listHeldSends = endpoint({
  method: 'GET',
  path: '/api/v1/held-sends',
  access: 'messages:write',
  summary: 'The own replies that can still be taken back',
  tag,
  response: z.array(HeldSend),
})
export const undoHeldSend = endpoint({
  method: 'PUT',
  path: '/api/v1/held-sends/:uuid/undo',
  counts_as_write: false,
  access: 'messages:write',
  summary: 'Take back an own reply before it is sent; answers what it said. Refused (409) once it is sent',
  tag,
  params: uuidParams,
  response: HeldSend,
})
export const releaseHeldSend = endpoint({
  method: 'PUT',
  path: '/api/v1/held-sends/:uuid/send',
  access: 'messages:write',
  summary: 'Send an own held reply now',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
