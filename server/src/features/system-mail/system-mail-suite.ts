import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../testing/email/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deliverSystemMail } from './deliver-system-mail.ts'

export let t: TestApp

export let sink: SmtpSink

export let admin: Awaited<ReturnType<TestApp['as']>>

export const path = '/api/v1/settings/notifications/email'

export const keys = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`notification.email.${key}`, value]))

export const server = (more: object = {}) =>
  keys({
    enabled: true,
    email_address: 'Parley <desk@acme.test>',
    host: sink.host,
    port: sink.port,
    username: 'desk',
    password: 'open sesame',
    tls_type: 'none',
    auth_protocol: 'plain',
    ...more,
  })

export const mails = () => t.db.selectFrom('system_mails').selectAll().orderBy('id').execute()

/** Runs the worker on everything that is queued. */
export async function work() {
  for (const { id } of await mails())
    await deliverSystemMail({ ...t, root_url: 'http://desk.parley.test' }, id)
}
/** Without the notices to administrators. */
export async function setUpServer() {
  await admin.put(path, server())
  await t.db.deleteFrom('system_mails').where('template', '=', 'Security change').execute()
}

export const invite = (email: string) =>
  admin.post('/api/v1/agents', {
    first_name: 'Ina',
    email,
    roles: ['Agent'],
    teams: [],
    send_welcome_email: true,
  })

export function setUpSystemMail() {
  beforeAll(async () => {
    t = await startTestApp()
    sink = await startSmtpSink({ auth: { user: 'desk', password: 'open sesame' } })
    admin = await t.as(await t.make.agent({ first_name: 'Petra', permissions: t.make.allPermissions }))
  })
  afterAll(async () => {
    await sink.stop()
    await t.stop()
  })
  beforeEach(async () => {
    sink.behave({ kind: 'accept' })
    sink.mails.length = 0
    await t.db.deleteFrom('settings').where('key', 'like', 'notification.email.%').execute()
    await t.db.deleteFrom('system_mails').execute()
    await t.db.deleteFrom('rate_limits').execute()
  })
}
