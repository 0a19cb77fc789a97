import type { SmtpConfig } from '@parley/contract/inboxes/inboxes'
import {
  type EmailNotification,
  EmailNotificationWrite,
  missingSendSettings,
} from '@parley/contract/notifications/system-mail'
import type { Db } from '../db/pool.ts'
import type { Secrets } from '../secrets.ts'

/** As stored, with the password sealed; missing keys get their default. */
export async function readMailServerSettings(db: Db): Promise<EmailNotification> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'like', 'notification.email.%')
    .execute()
  return EmailNotificationWrite.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

export const canSend = (values: EmailNotification): boolean =>
  values['notification.email.enabled'] && missingSendSettings(values).length === 0

/** SMTP settings with the password decrypted. */
export const smtpConfigOf = (values: EmailNotification, secrets: Secrets): SmtpConfig => ({
  host: values['notification.email.host'],
  port: values['notification.email.port'],
  username: values['notification.email.username'],
  password: secrets.open(values['notification.email.password']),
  auth_protocol: values['notification.email.auth_protocol'],
  tls_type: values['notification.email.tls_type'],
  tls_skip_verify: values['notification.email.tls_skip_verify'],
  hello_hostname: values['notification.email.hello_hostname'],
  max_conns: values['notification.email.max_conns'],
  max_msg_retries: values['notification.email.max_msg_retries'],
  idle_timeout: values['notification.email.idle_timeout'],
  wait_timeout: values['notification.email.wait_timeout'],
})
