import { parseMail } from '@parley/mail/parse/parse-mail'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../identity/password.ts'
import { createPasswordToken } from '../../identity/password-tokens.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/email/smtp-sink.ts'
import { createFakeAuthenticator } from '../../testing/fake-services/fake-authenticator.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deliverSystemMail } from './deliver-system-mail.ts'

const origin = 'https://desk.parley.test'
const password = 'Correct-horse-1'
let t: TestApp
let sink: SmtpSink
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  sink = await startSmtpSink()
  admin = await t.as(await t.make.agent({ first_name: 'Petra', permissions: t.make.allPermissions }))
  await admin.put('/api/v1/settings/general', { 'app.root_url': origin })
  await admin.put('/api/v1/settings/notifications/email', {
    'notification.email.enabled': true,
    'notification.email.email_address': 'Parley <desk@acme.test>',
    'notification.email.host': sink.host,
    'notification.email.port': sink.port,
    'notification.email.tls_type': 'none',
    'notification.email.auth_protocol': 'none',
  })
})
afterAll(async () => {
  await sink.stop()
  await t.stop()
})
beforeEach(async () => {
  await t.db.deleteFrom('system_mails').execute()
  await t.db.deleteFrom('rate_limits').execute()
  sink.mails.length = 0
})

async function createAgent(has: { password: boolean } = { password: true }) {
  const { id } = await t.make.agent({ first_name: 'Ana', permissions: [] })
  const { email } = await t.db
    .updateTable('agents')
    .set({ password_hash: has.password ? await hashPassword(password) : null })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { id, email, here: await t.as({ id }) }
}
type TestAgent = Awaited<ReturnType<typeof createAgent>>

/** Runs the worker on all queued emails. */
async function deliverAll() {
  const rows = await t.db.selectFrom('system_mails').select('id').orderBy('id').execute()
  const from = sink.mails.length
  for (const { id } of rows) await deliverSystemMail({ ...t, root_url: origin }, id)
  return Promise.all(
    sink.mails.slice(from).map(async ({ to, raw }) => {
      const { subject, text, html } = await parseMail(raw)
      return { to, subject, text: text ?? '', html: html ?? '', raw: raw.toString() }
    }),
  )
}
const subjects = async () => (await deliverAll()).map(({ subject }) => subject)
const ownPath = '/api/v1/agents/me'
const setByAdmin = (agent: TestAgent, new_password: string) =>
  admin.put(`/api/v1/agents/${agent.id}`, {
    ...{ first_name: 'Ana', last_name: '', email: agent.email, roles: ['Agent'], teams: [], enabled: true },
    new_password,
  })
const setByLink = async ({ id }: TestAgent, next: string) => {
  const token = await t.act(t.system, (tx) => createPasswordToken(tx, id, 60_000))
  return t.send({ method: 'POST', url: '/api/v1/agents/set-password', payload: { token, password: next } })
}

test('only the owner is notified of a changed password, with a link to their sessions and no secret', async () => {
  const ana = await createAgent()
  const body = { old_password: password, new_password: 'Correct-horse-2' }
  expect((await ana.here.put(`${ownPath}/password`, { ...body, old_password: 'Wrong-horse-1' })).status).toBe(
    400,
  )
  expect(await deliverAll(), 'nothing changed').toEqual([])
  expect((await ana.here.put(`${ownPath}/password`, body)).status).toBe(200)
  const [mail, ...more] = await deliverAll()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: [ana.email], subject: 'Your password was changed · Parley' })
  expect(mail?.text).toContain('Hello Ana')
  expect(mail?.text).toContain('Your password was changed.')
  expect(mail?.text).toContain(`${origin}/account/security`)
  expect(mail?.raw).not.toMatch(/Correct-horse|token=/)
})

test('a password set by an administrator names them, one set through an emailed link says so, and a first password sends no notice', async () => {
  const ana = await createAgent()
  expect((await setByAdmin(ana, 'Correct-horse-2')).status).toBe(200)
  expect((await deliverAll())[0]?.text).toContain('Your password was changed by Petra')
  await t.db.deleteFrom('system_mails').execute()
  expect((await setByLink(ana, 'Correct-horse-3')).status).toBe(200)
  expect(await subjects()).toEqual(['Your password was changed · Parley'])

  await t.db.deleteFrom('system_mails').execute()
  for (const set of [setByAdmin, setByLink])
    expect((await set(await createAgent({ password: false }), 'Correct-horse-2')).status).toBe(200)
  expect(await deliverAll()).toEqual([])
})

test('adding and removing two-factor authentication sends a notice, without codes and secrets', async () => {
  const ana = await createAgent()
  const { secret } = (await ana.here.post(`${ownPath}/second-factor/totp`, { password })).body.data
  expect(await deliverAll(), 'two-factor authentication is not on yet').toEqual([])
  const code = await generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) })
  const on = await ana.here.put(`${ownPath}/second-factor/totp`, { code, password })
  expect(on.status).toBe(200)
  const [mail] = await deliverAll()
  expect(mail?.subject).toBe('An authenticator app was added to your account · Parley')
  for (const hidden of [secret, ...on.body.data.recovery_codes]) expect(mail?.raw).not.toContain(hidden)
  await t.db.deleteFrom('system_mails').execute()
  expect((await ana.here.post(`${ownPath}/second-factor/remove`, { password })).status).toBe(200)
  expect(await subjects()).toEqual(['The authenticator app was removed from your account · Parley'])
  await t.db.deleteFrom('system_mails').execute()
  expect((await ana.here.post(`${ownPath}/second-factor/remove`, { password })).status).toBe(200)
  expect(await deliverAll(), 'it was already removed').toEqual([])
})

test('a passkey notice has its name, and removing all second factors sends a notice too', async () => {
  const ana = await createAgent()
  const add = async (name: string) => {
    const { ticket, options } = (await ana.here.post(`${ownPath}/passkeys/options`, { password })).body.data
    const answer = createFakeAuthenticator(origin).register(options)
    return (await ana.here.post(`${ownPath}/passkeys`, { ticket, name, answer })).body.data.passkey
  }
  const phone = await add('<b>$& Phone</b>')
  const [mail] = await deliverAll()
  expect(mail?.subject).toBe('The passkey “<b>$& Phone</b>” was added to your account · Parley')
  expect(mail?.html).toContain('&lt;b&gt;$&amp; Phone&lt;/b&gt;')
  await t.db.deleteFrom('system_mails').execute()
  await ana.here.post(`${ownPath}/passkeys/${phone.uuid}/remove`, { password })
  await add('Laptop')
  await admin.del(`/api/v1/agents/${ana.id}/second-factor`)
  expect(await subjects()).toEqual([
    'The passkey “<b>$& Phone</b>” was removed from your account · Parley',
    'The passkey “Laptop” was added to your account · Parley',
    'Two-factor authentication was turned off for your account · Parley',
  ])
})

test('a new API key sends a notice without its secret, and agents who can no longer sign in get none', async () => {
  const ana = await createAgent()
  const key = (await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})).body.data
  const [mail] = await deliverAll()
  expect(mail?.text).toContain('A new API key was created for your account by Petra')
  for (const hidden of [key.api_key, key.api_secret]) expect(mail?.raw).not.toContain(hidden)
  await t.db.deleteFrom('system_mails').execute()
  await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', ana.id).execute()
  expect(await deliverAll()).toEqual([])
})
