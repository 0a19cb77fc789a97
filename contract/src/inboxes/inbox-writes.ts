import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  acknowledgement,
  controlCharacters,
  emailAddress,
  id,
  idParams,
  instant,
  nonEmptyLine,
  unprintableCharacters,
} from '../shared/fields.ts'
import { brandFields } from './inbox-brand.ts'
import { ImapConfig, Inbox, InboxConfig, SmtpConfig } from './inboxes.ts'

const address = `[^\\s${controlCharacters}@<>,;"]+@[^\\s${controlCharacters}@<>,;"]+`
/** `Name <address>` or a bare address. */
export const fromHeader = z
  .string()
  .trim()
  .max(500)
  .regex(
    new RegExp(`^[^${unprintableCharacters}<>]*<${address}>$|^${address}$`),
    'Enter an address such as Support <help@example.com>',
  )

export const InboxWrite = z.object({
  name: nonEmptyLine(140),
  channel: z.literal('email', 'The channel must be "email"').default('email'),
  from: fromHeader,
  config: InboxConfig,
  csat_enabled: z.boolean().default(false),
  aliases: z.array(emailAddress).optional(),
  receiver_enabled: z.boolean().optional(),
  quote_history: z.boolean().optional(),
  /** PostgreSQL refuses U+0000. */
  signature: z
    .string()
    .max(5000)
    .regex(/^[^\0]*$/, 'Enter this without control characters')
    .optional(),
  sync_since: instant.nullish(),
  ...z.object(brandFields).partial().shape,
})
export const InboxUpdate = InboxWrite.extend({ enabled: z.boolean().default(false) })

/** One step of a connection test, with the server's own message. */
export const ConnectionCheck = z.object({
  server: z.enum(['imap', 'smtp']),
  host: z.string(),
  ok: z.boolean(),
  answer: z.string(),
  /** The verbatim error of the system or server; only for the Admin role. */
  details: z.string().nullish(),
  /** Milliseconds from the DNS lookup to the last response. */
  took_ms: z.int(),
  /** The server's greeting line, if known. */
  greeting: z.string().nullable(),
})
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

const tag = 'inboxes'
export const getInbox = endpoint({
  method: 'GET',
  path: '/api/v1/inboxes/:id',
  access: 'inboxes:manage',
  summary: 'Get an inbox',
  tag,
  params: idParams,
  response: Inbox,
})
export const createInbox = endpoint({
  method: 'POST',
  path: '/api/v1/inboxes',
  access: 'inboxes:manage',
  summary: 'Create an inbox',
  tag,
  body: InboxWrite,
  response: Inbox,
})
export const InboxChanges = changesTo(
  InboxUpdate.extend({
    /** Each list is replaced as a whole; an omitted one is unchanged. */
    config: z.object({ imap: z.array(ImapConfig).optional(), smtp: z.array(SmtpConfig).optional() }),
  }),
)
export const updateInbox = endpoint({
  method: 'PUT',
  path: '/api/v1/inboxes/:id',
  access: 'inboxes:manage',
  summary: 'Change an inbox',
  tag,
  params: idParams,
  body: InboxChanges,
  response: Inbox,
})
export const toggleInbox = endpoint({
  method: 'PUT',
  path: '/api/v1/inboxes/:id/toggle',
  access: 'inboxes:manage',
  summary: 'Enable or disable an inbox',
  tag,
  params: idParams,
  response: Inbox,
})
export const deleteInbox = endpoint({
  method: 'DELETE',
  path: '/api/v1/inboxes/:id',
  access: 'inboxes:manage',
  summary: 'Delete an inbox; its conversations stay',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const testInbox = endpoint({
  method: 'POST',
  path: '/api/v1/inboxes/test',
  access: 'inboxes:manage',
  summary: 'Test the mail servers of a configuration and return their responses',
  tag,
  body: z.object({ id: id.optional(), config: InboxConfig }),
  response: z.array(ConnectionCheck),
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
export const proveInboxPlusAddress = endpoint({
  method: 'POST',
  path: '/api/v1/inboxes/:id/prove-plus-address',
  access: 'inboxes:manage',
  summary: 'Send a test email to the inbox itself at a plus address; its arrival verifies plus addressing',
  tag,
  params: idParams,
  response: ConnectionCheck,
  supports_idempotency_key: false,
})
