import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import {
  addedKey,
  controlCharacters,
  id,
  instant,
  numberFromString,
  singleLineMessage,
  singleLinePattern,
  wholeNumber,
} from '../shared/fields.ts'

const tlsTypes = z.enum(['none', 'starttls', 'tls'])
const portMessage = 'Enter a port between 1 and 65535'
const port = numberFromString(z.int(portMessage).min(1, portMessage).max(65535, portMessage), portMessage)
const configText = z.string().max(1000).regex(singleLinePattern, singleLineMessage)
const host = z
  .string()
  .trim()
  .max(255)
  .regex(
    new RegExp(`^[^\\s${controlCharacters}/@]+$`),
    'Enter a host name such as mail.example.com, without a path or port',
  )

/** Ten bullets represent a stored secret. When written, they and "" both mean "unchanged" (quirk Q24). */
export const secretMask = '••••••••••'

const passwordState = {
  /** In responses: whether a password is stored. Ignored in requests. */
  has_password: z.boolean().optional(),
  /** In requests: removes the stored password, unless a new one is given. Never in responses. */
  remove_password: z.boolean().optional(),
}

export const ImapConfig = z.object({
  host,
  port,
  username: configText.default(''),
  password: configText.default(''),
  mailbox: configText.trim().min(1, 'Enter the mailbox name, usually INBOX').default('INBOX'),
  read_interval: configText.default('5m'),
  scan_inbox_since: configText.default('48h'),
  tls_type: tlsTypes.default('tls'),
  tls_skip_verify: z.boolean().default(false),
  /** `oauth` signs in with the inbox's OAuth connection instead of a password. Unchanged if omitted. */
  auth_protocol: z.enum(['password', 'oauth']).optional(),
  /**
   * The authserv-id in this server's Authentication-Results headers, such as mx.google.com or *.example.com. Only those headers can verify
   * a sender. If omitted it is unchanged, and initially the provider's known value. "" trusts none.
   */
  authserv_id: z
    .string()
    .trim()
    .toLowerCase()
    .max(255)
    .regex(/^(\*\.)?[\w.:@+-]*$/, 'Enter only the name, such as mx.example.com')
    .optional(),
  ...passwordState,
})
export type ImapConfig = z.infer<typeof ImapConfig>

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
    .regex(/^[\w.:[\]-]*$/, 'Enter a host name such as mail.example.com')
    .max(255)
    .default(''),
  /** Stored for clients that use it, but not applied when sending (docs/spec/wire.md#inbox-configuration). */
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

/** An inbox's OAuth connection to its provider. Tokens never leave the server. */
export const InboxOAuth = z.object({
  provider: z.enum(oauthProviders),
  client_id: z.string(),
  tenant: z.string(),
  /** The address of the connected account. */
  account: z.string(),
  connected_at: instant,
  /** Why the connection stopped working, and what to do; null while it works. */
  error: z.string().nullable(),
})
export type InboxOAuth = z.infer<typeof InboxOAuth>

/**
 * Whether replies can be sent: `off` while the inbox is disabled, `not_set_up` without an outgoing server, `untested` until the server has
 * responded.
 */
export const sendingStatuses = ['off', 'not_set_up', 'untested', 'failing', 'working'] as const
export type SendingStatus = (typeof sendingStatuses)[number]

/** False if a reply would certainly fail or need an administrator. While the server is failing, replies are retried automatically. */
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
  /** Additional addresses whose email belongs to this inbox. */
  aliases: z.array(z.string()),
  /** The inbox's own address on this server, for forwarding email to it. Null until the server has a mail host. */
  receiving_address: z.string().nullable(),
  /** The `authserv_id` detected from a test email. Null without `inboxes:manage`. */
  proposed_authserv_id: z.string().nullable(),
  /** Whether the built-in SMTP receiver accepts email for this inbox. */
  receiver_enabled: z.boolean(),
  /** Whether replies include the quoted history. */
  quote_history: z.boolean(),
  /** Appended to every agent reply when it is sent; plain text with Liquid variables. */
  signature: z.string(),
  /** The template around its emails; null for the default one. */
  template_id: addedKey(id.nullable(), null),
  /** Its brand in emails and on survey pages; empty values are the workspace's. */
  brand_name: addedKey(z.string(), ''),
  brand_logo_url: addedKey(z.string(), ''),
  brand_color: addedKey(z.string(), ''),
  brand_footer: addedKey(z.string(), ''),
  /** Older email is imported once at the first sync, but triggers nothing outbound. */
  sync_since: instant.nullable(),
  /** When a self-test showed that email to `address+anything` is delivered. From then on, replies use such an address as Reply-To. */
  plus_addressing_proved_at: instant.nullable(),
  /** When the latest self-test was sent. If this is later than the proof, the test email has not arrived. */
  plus_addressing_tested_at: instant.nullable(),
  sending: z.enum(sendingStatuses),
  /** Why it is failing, and since when. Null without `inboxes:manage`. */
  sending_error: z.string().nullable(),
  sending_failing_since: instant.nullable(),
  /** Null without `inboxes:manage`, like the lists below. */
  oauth: InboxOAuth.nullable(),
  /** Both lists are empty without `inboxes:manage` (quirk Q13). */
  config: z.object({ imap: z.array(ImapConfig), smtp: z.array(SmtpConfig) }),
})
export type Inbox = z.infer<typeof Inbox>

export const listInboxes = endpoint({
  method: 'GET',
  path: '/api/v1/inboxes',
  access: 'agent',
  summary: 'List the inboxes',
  tag: 'inboxes',
  response: z.array(Inbox),
})
