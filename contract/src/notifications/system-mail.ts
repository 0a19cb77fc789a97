import { z } from 'zod'
import { fromHeader } from '../inboxes/inbox-writes.ts'
import { SmtpConfig, sendingStatuses } from '../inboxes/inboxes.ts'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, emailAddress, id, instant } from '../shared/fields.ts'

const { username, password, max_conns, idle_timeout, wait_timeout } = SmtpConfig.shape
const { auth_protocol, max_msg_retries, tls_skip_verify, hello_hostname } = SmtpConfig.shape

/** The outgoing server for system mail (docs/spec/wire.md#settings). An empty host or address means not configured. */
export const EmailNotificationWrite = z.object({
  'notification.email.enabled': z.boolean().default(false),
  'notification.email.email_address': z.union([z.literal(''), fromHeader]).default(''),
  'notification.email.host': z.union([z.literal(''), SmtpConfig.shape.host]).default(''),
  'notification.email.port': SmtpConfig.shape.port.default(587),
  'notification.email.username': username,
  'notification.email.password': password,
  'notification.email.auth_protocol': auth_protocol,
  // The protocol of port 587 (RFC 6409).
  'notification.email.tls_type': SmtpConfig.shape.tls_type.unwrap().default('starttls'),
  'notification.email.tls_skip_verify': tls_skip_verify,
  'notification.email.hello_hostname': hello_hostname,
  'notification.email.max_conns': max_conns,
  'notification.email.max_msg_retries': max_msg_retries,
  'notification.email.idle_timeout': idle_timeout,
  'notification.email.wait_timeout': wait_timeout,
})
export type EmailNotificationWrite = z.infer<typeof EmailNotificationWrite>
export type EmailNotification = EmailNotificationWrite

export const EmailNotificationUpdate = EmailNotificationWrite.extend({
  /** Treats an empty password as "no password" instead of keeping the stored one. */
  'notification.email.remove_password': z.boolean().optional(),
})
export type EmailNotificationUpdate = z.infer<typeof EmailNotificationUpdate>

/** The settings required for sending that are missing, as `{path, message}`. */
export const missingSendSettings = (
  values: Pick<EmailNotification, 'notification.email.host' | 'notification.email.email_address'>,
): { path: keyof typeof values; message: string }[] => [
  ...(values['notification.email.host'] === ''
    ? [{ path: 'notification.email.host' as const, message: 'Enter the mail server' }]
    : []),
  ...(values['notification.email.email_address'] === ''
    ? [
        {
          path: 'notification.email.email_address' as const,
          message: 'Enter the From address',
        },
      ]
    : []),
]

/** The delivery status of a system mail. */
export const SystemMail = z.object({
  id,
  created_at: instant,
  template: z.string(),
  to: z.string(),
  /** `dropped`: it was no longer wanted when it was due to be sent. */
  status: z.enum(['pending', 'sent', 'failed', 'dropped']),
  attempts: z.int(),
  sent_at: instant.nullable(),
  /** The server's response, why there is no server, or why it was dropped. */
  delivery_error: z.string().nullable(),
  /** The verbatim error of the system or server. */
  delivery_details: z.string().nullish(),
})
export type SystemMail = z.infer<typeof SystemMail>

const tag = 'settings'
export const getEmailNotification = endpoint({
  method: 'GET',
  path: '/api/v1/settings/notifications/email',
  access: 'notification_settings:manage',
  summary: 'The mail server for invitations, password links and notifications',
  tag,
  response: EmailNotificationWrite,
})
export const EmailNotificationChanges = changesTo(EmailNotificationUpdate)
export const updateEmailNotification = endpoint({
  method: 'PUT',
  path: '/api/v1/settings/notifications/email',
  access: 'notification_settings:manage',
  summary: 'Update that mail server; an empty password keeps the stored one unless it is removed',
  tag,
  body: EmailNotificationChanges,
  response: acknowledgement,
})
export const testEmailNotification = endpoint({
  method: 'POST',
  path: '/api/v1/settings/notifications/email/test',
  access: 'notification_settings:manage',
  summary: 'Send a test email with these settings, saved or not, and return the server’s response',
  tag,
  body: EmailNotificationUpdate.extend({ to: emailAddress }),
  response: z.object({ ok: z.boolean(), answer: z.string(), details: z.string().nullish() }),
  supports_idempotency_key: false,
})
export const listSystemMails = endpoint({
  method: 'GET',
  path: '/api/v1/settings/notifications/email/mails',
  access: 'notification_settings:manage',
  summary: 'List the most recent notification emails and their status',
  tag,
  response: z.object({
    waiting: z.int(),
    /** Whether system mail can be sent, in the same terms as for inboxes. */
    sending: z.enum(sendingStatuses),
    /** Why sending fails. */
    sending_error: z.string().nullable(),
    mails: z.array(SystemMail),
  }),
})
