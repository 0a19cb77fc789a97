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
  numberFromString,
  singleLineMessage,
  singleLinePattern,
  unprintableCharacters,
  wholeNumber,
} from '../shared/fields.ts'

const tlsTypes = z.enum(['none', 'starttls', 'tls'])
const portMessage = 'A port is between 1 and 65535'
const port = numberFromString(z.int(portMessage).min(1, portMessage).max(65535, portMessage), portMessage)
const configText = z.string().max(1000).regex(singleLinePattern, singleLineMessage)
const host = z
  .string()
  .trim()
  .max(255)
  .regex(
    new RegExp(`^[^\\s${controlCharacters}/@]+$`),
    'Write a host name such as mail.example.com, without a path or port',
  )

/** Ten bullets stand for a stored secret; they and "" both mean "unchanged" when written (quirk Q24). */
export const secretMask = '••••••••••'

const passwordState = {
  /** In answers: whether a password is stored. Ignored when written. */
  has_password: z.boolean().optional(),
  /** When written: removes the stored password, unless a new one comes along. Never in answers. */
  remove_password: z.boolean().optional(),
}

export const ImapConfig = z.object({
  host,
  port,
  username: configText.default(''),
  password: configText.default(''),
  mailbox: configText.trim().min(1, 'Name the mailbox, usually INBOX').default('INBOX'),
  read_interval: configText.default('5m'),
  scan_inbox_since: configText.default('48h'),
  tls_type: tlsTypes.default('tls'),
  tls_skip_verify: z.boolean().default(false),
  /** `oauth`: with the inbox's sign-in at its provider, instead of the password. Left out, it stays as it is. */
  auth_protocol: z.enum(['password', 'oauth']).optional(),
  /**
   * The name under which this server writes Authentication-Results headers, such as mx.google.com or *.example.com. Only those tell whether a
   * sender is verified. Left out, it stays as it is, at first what is known of the provider; "" trusts none.
   */
  authserv_id: z
    .string()
    .trim()
    .toLowerCase()
    .max(255)
    .regex(/^[\w.:@+-]*$/, 'Write the name only, such as mx.example.com')
    .optional(),
  ...passwordState,
})
export type ImapConfig = z.infer<typeof ImapConfig>

/** The names that large providers are known by; each takes away headers that claim to be its own. */
export const findKnownAuthservId = (imap_host: string): string | null =>
  authservIds[imap_host.toLowerCase()] ?? null

const authservIds: Record<string, string> = {
  'imap.gmail.com': 'mx.google.com',
  'outlook.office365.com': 'mx.microsoft.com',
  'imap.fastmail.com': '*.messagingengine.com',
}

export const SmtpConfig = z.object({
  host,
  port,
  username: configText.default(''),
  password: configText.default(''),
  max_conns: wholeNumber(1, 100).default(10),
  max_msg_retries: wholeNumber(0, 100).default(3),
  idle_timeout: configText.default('25s'),
  wait_timeout: configText.default('60s'),
  auth_protocol: z.enum(['login', 'plain', 'cram', 'none', 'oauth', '']).default('login'),
  tls_type: tlsTypes.default('tls'),
  tls_skip_verify: z.boolean().default(false),
  hello_hostname: z
    .string()
    .trim()
    .regex(/^[\w.:[\]-]*$/, 'Write a host name such as mail.example.com')
    .max(255)
    .default(''),
  /** Kept for clients that store it; sending does not apply it (api-contract 6.2). */
  email_headers: z.record(configText, configText).optional(),
  ...passwordState,
})
export type SmtpConfig = z.infer<typeof SmtpConfig>

export const InboxConfig = z.object({
  imap: z.array(ImapConfig).default([]),
  smtp: z.array(SmtpConfig).default([]),
})
export type InboxConfig = z.infer<typeof InboxConfig>

export const oauthProviders = ['google', 'microsoft'] as const

/** The sign-in of an inbox at its provider. Its tokens never leave the server. */
export const InboxOAuth = z.object({
  provider: z.enum(oauthProviders),
  client_id: z.string(),
  tenant: z.string(),
  /** The address that was signed in. */
  account: z.string(),
  connected_at: instant,
  /** Why it does not work any more, and what to do; null while it works. */
  error: z.string().nullable(),
})
export type InboxOAuth = z.infer<typeof InboxOAuth>

/**
 * Whether replies go out: `off` while the inbox is disabled, `not_set_up` without an outgoing server, `untested` until the server has answered.
 */
export const sendingStatuses = ['off', 'not_set_up', 'untested', 'failing', 'working'] as const
export type SendingStatus = (typeof sendingStatuses)[number]

/** Whether a reply would only fail or wait for an administrator. While the server fails, replies are tried again by themselves. */
export const canSendReplies = ({ sending }: { sending: SendingStatus }): boolean =>
  sending !== 'off' && sending !== 'not_set_up'

export const Inbox = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  channel: z.literal('email'),
  enabled: z.boolean(),
  csat_enabled: z.boolean(),
  from: z.string(),
  /** Further addresses whose mail belongs here. */
  aliases: z.array(z.string()),
  /** An address of the inbox's own at this server, to forward mail to. Null until the server has a mail host. */
  receiving_address: z.string().nullable(),
  /** The name of the mail server as a test mail showed it, for `authserv_id`. Null without `inboxes:manage`. */
  proposed_authserv_id: z.string().nullable(),
  /** Whether the built-in SMTP receiver takes mail for this inbox. */
  receiver_enabled: z.boolean(),
  /** Whether replies carry the quoted history. */
  quote_history: z.boolean(),
  /** Ends every reply of an agent, added when it is sent; plain text with Liquid variables. */
  signature: z.string(),
  /** Mail older than this is read once at the first sync but starts nothing outbound. */
  sync_since: instant.nullable(),
  /** When a self-test showed that mail to `address+anything` arrives; replies then carry such an address as Reply-To. */
  plus_addressing_proved_at: instant.nullable(),
  /** When the newest self-test was sent; as long as it is later than the proof it has not arrived. */
  plus_addressing_tested_at: instant.nullable(),
  sending: z.enum(sendingStatuses),
  /** Why it is failing, and since when. Without `inboxes:manage` null. */
  sending_error: z.string().nullable(),
  sending_failing_since: instant.nullable(),
  /** Without `inboxes:manage` null, like the lists below. */
  oauth: InboxOAuth.nullable(),
  /** Without `inboxes:manage` both lists are empty (quirk Q13). */
  config: z.object({ imap: z.array(ImapConfig), smtp: z.array(SmtpConfig) }),
})
export type Inbox = z.infer<typeof Inbox>

const address = `[^\\s${controlCharacters}@<>,;"]+@[^\\s${controlCharacters}@<>,;"]+`
/** `Name <address>` or a bare address. */
export const fromHeader = z
  .string()
  .trim()
  .max(500)
  .regex(
    new RegExp(`^[^${unprintableCharacters}<>]*<${address}>$|^${address}$`),
    'Write an address such as Support <help@example.com>',
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
    .regex(/^[^\0]*$/, 'Write this without control characters')
    .optional(),
  sync_since: instant.nullish(),
})
export const InboxUpdate = InboxWrite.extend({ enabled: z.boolean().default(false) })

/** One step of a connection test, with the server's own words. */
export const ConnectionCheck = z.object({
  server: z.enum(['imap', 'smtp']),
  host: z.string(),
  ok: z.boolean(),
  answer: z.string(),
  /** What the system or the server said about a failure, word for word; for the Admin role alone. */
  details: z.string().nullish(),
  /** Milliseconds from the name look-up to the last answer. */
  took_ms: z.int(),
  /** The first line that the server said, where it is known. */
  greeting: z.string().nullable(),
})
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

const tag = 'inboxes'
export const listInboxes = endpoint({
  method: 'GET',
  path: '/api/v1/inboxes',
  access: 'agent',
  summary: 'List the inboxes',
  tag,
  response: z.array(Inbox),
})
export const getInbox = endpoint({
  method: 'GET',
  path: '/api/v1/inboxes/:id',
  access: 'inboxes:manage',
  summary: 'One inbox',
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
    /** Each list is replaced as a whole; one that is left out stays. */
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
  summary: 'Switch an inbox on or off',
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
  summary: 'Sign in to the mail servers of a configuration and report their answers',
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
  summary: 'Send a mail to the inbox itself, at a plus-address; its arrival proves that such addresses work',
  tag,
  params: idParams,
  response: ConnectionCheck,
  supports_idempotency_key: false,
})
