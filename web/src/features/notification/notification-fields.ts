import { secretMask } from '@parley/contract/inboxes/inboxes'
import { NotificationSwitches } from '@parley/contract/notifications/notifications'
import { type EmailNotification, EmailNotificationUpdate } from '@parley/contract/notifications/system-mail'
import { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'

const prefix = 'notification.email.'
const { shape } = EmailNotificationUpdate

/** The settings under short names: a dot in a form field name means a nested field. */
export const NotificationFields = z.object({
  enabled: shape['notification.email.enabled'],
  email_address: shape['notification.email.email_address'],
  host: shape['notification.email.host'],
  port: shape['notification.email.port'],
  tls_type: shape['notification.email.tls_type'],
  auth_protocol: shape['notification.email.auth_protocol'],
  username: shape['notification.email.username'],
  password: shape['notification.email.password'],
  remove_password: shape['notification.email.remove_password'],
  tls_skip_verify: shape['notification.email.tls_skip_verify'],
  hello_hostname: shape['notification.email.hello_hostname'],
  max_conns: shape['notification.email.max_conns'],
  max_msg_retries: shape['notification.email.max_msg_retries'],
  idle_timeout: shape['notification.email.idle_timeout'],
  wait_timeout: shape['notification.email.wait_timeout'],
  kinds: NotificationSwitches,
})
export type NotificationFields = z.input<typeof NotificationFields>

/** The mask becomes an empty field. */
export function fieldsOf(settings: EmailNotification, kinds: NotificationSwitches): NotificationFields {
  const short = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key.slice(prefix.length), value]),
  )
  return {
    ...NotificationFields.parse({ ...short, password: '', remove_password: false, kinds }),
    password: '',
  }
}

export const hasPassword = (settings: EmailNotification) =>
  settings['notification.email.password'] === secretMask

export const toUpdate = (fields: NotificationFields) =>
  EmailNotificationUpdate.parse(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value])),
  )

/** Maps error paths to the form's field names. */
export async function withFieldPaths<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError({
      status: error.status,
      error_type: error.error_type,
      message: error.message,
      request_id: error.request_id,
      data: error.data,
      errors: error.errors.map(({ path, message }) => ({ path: path.replace(prefix, ''), message })),
    })
  }
}
