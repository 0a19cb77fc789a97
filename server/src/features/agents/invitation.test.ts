import { parseMail } from '@parley/mail/parse/parse-mail'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../testing/email/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deliverSystemMail } from '../system-mail/deliver-system-mail.ts'

let t: TestApp
let sink: SmtpSink
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  sink = await startSmtpSink({ auth: { user: 'desk', password: 'open sesame' } })
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await sink.stop()
  await t.stop()
})

const day = 86_400_000
const mailServer = () => ({
  'notification.email.enabled': true,
  'notification.email.email_address': 'Parley <desk@acme.test>',
  'notification.email.host': sink.host,
  'notification.email.port': sink.port,
  'notification.email.username': 'desk',
  'notification.email.password': 'open sesame',
  'notification.email.tls_type': 'none',
  'notification.email.auth_protocol': 'plain',
})
const work = async () => {
  for (const { id } of await t.db.selectFrom('system_mails').select('id').execute())
    await deliverSystemMail({ ...t, root_url: 'http://desk.parley.test' }, id)
}
let n = 0
const someone = async (more: object = {}) =>
  (
    await admin.post('/api/v1/agents', {
      ...{ first_name: 'Ina', email: `ina${++n}@invite.test`, roles: ['Agent'], send_welcome_email: true },
      ...more,
    })
  ).body.data as { id: number; email: string }
const invite = (id: number) => admin.post(`/api/v1/agents/${id}/invitation`, {})
const stateOf = async (id: number) => {
  const { invitation } = (await admin.get(`/api/v1/agents/${id}`)).body.data
  const listed = (await admin.get('/api/v1/agents')).body.data.find(
    (agent: { id: number }) => agent.id === id,
  )
  expect(listed.invitation).toEqual(invitation)
  return invitation?.state ?? null
}
const newestToken = async () =>
  /token=([A-Za-z0-9]{32})\b/.exec((await parseMail(sink.mails.at(-1)?.raw ?? Buffer.of())).text ?? '')?.[1]
const setPassword = async (token: string | undefined) =>
  (
    await t.app.inject({
      method: 'POST',
      url: '/api/v1/agents/set-password',
      payload: { token, password: 'Correct-horse-3' },
    })
  ).statusCode

test('it waits for a mail server, is sent, is too old after a week, and is accepted with its link', async () => {
  const { id } = await someone()
  expect(await stateOf(id)).toBe('not_sent')
  expect((await admin.put('/api/v1/settings/notifications/email', mailServer())).status).toBe(200)
  // What administrators are told of it.
  await t.db.deleteFrom('system_mails').where('template', '=', 'Security change').execute()
  expect(await stateOf(id)).toBe('waiting')
  await work()
  expect(await stateOf(id)).toBe('sent')
  t.clock.advance(7 * day + 1)
  expect(await stateOf(id)).toBe('expired')

  expect((await invite(id)).body.data.invitation.state).toBe('waiting')
  await work()
  expect(await stateOf(id)).toBe('sent')
  expect(await setPassword(await newestToken())).toBe(200)
  expect(await stateOf(id)).toBe('accepted')
  expect(await invite(id)).toMatchObject({ status: 409, body: { message: /password/ } })
})

test('again means a new link, and the old one is void', async () => {
  const { id } = await someone()
  await work()
  const old = await newestToken()
  expect((await invite(id)).status).toBe(200)
  expect(await setPassword(old)).toBe(400)
  await work()
  const fresh = await newestToken()
  expect(fresh).not.toBe(old)
  expect(await setPassword(fresh)).toBe(200)
  expect(await setPassword(fresh)).toBe(400)
  expect(await t.events()).toContain('agent.invited')
})

test('one that still waits is not sent beside the new one', async () => {
  const { id } = await someone()
  await invite(id)
  await invite(id)
  const sent = sink.mails.length
  await work()
  expect(sink.mails).toHaveLength(sent + 1)
})

test('an agent who was never invited shows as such and can be, whoever may not sign in cannot', async () => {
  const { id, email } = await someone({ send_welcome_email: false })
  expect(await stateOf(id)).toBe('none')
  await admin.put(`/api/v1/agents/${id}`, { first_name: 'Ina', email, roles: ['Agent'], enabled: false })
  expect(await invite(id)).toMatchObject({ status: 409, body: { message: /Enable them first/ } })
  await admin.put(`/api/v1/agents/${id}`, { first_name: 'Ina', email, roles: ['Agent'], enabled: true })
  expect((await invite(id)).body.data.invitation.state).toBe('waiting')
})

test('with another address the mailed link is void, and the page says so', async () => {
  const { id } = await someone()
  await work()
  expect(await stateOf(id)).toBe('sent')
  const change = { first_name: 'Ina', email: `moved${id}@invite.test`, roles: ['Agent'], enabled: true }
  expect((await admin.put(`/api/v1/agents/${id}`, change)).body.data.invitation.state).toBe('expired')
})

test('an agent with rights that one lacks is not invited by one', async () => {
  const { id } = await someone({ roles: ['Admin'] })
  const manager = await t.as(await t.make.agent({ permissions: ['users:manage'] }))
  expect((await manager.post(`/api/v1/agents/${id}/invitation`, {})).status).toBe(403)
})

test('a link to hand over works once, is void with the next, and is kept nowhere', async () => {
  const { id } = await someone({ send_welcome_email: false })
  const create = () =>
    admin.post(`/api/v1/agents/${id}/invitation-link`, undefined, { 'idempotency-key': 'once' })
  const tokenOf = (answer: { body: { data: { url: string } } }) =>
    answer.body.data.url.split('token=')[1] ?? ''
  const first = await create()
  expect(first.body.data).toEqual({
    url: expect.stringMatching(/^http:\/\/desk\.parley\.test\/set-password\?token=\w{32}$/),
    expires_at: new Date(t.clock.now().getTime() + 7 * day).toISOString(),
  })
  expect(await stateOf(id)).toBe('link')
  const second = await create()
  const everything = JSON.stringify([
    await t.db.selectFrom('events').select(['type', 'changes', 'data']).execute(),
    await t.db.selectFrom('idempotency_keys').selectAll().execute(),
    await t.db.selectFrom('system_mails').selectAll().execute(),
    await t.db.selectFrom('password_tokens').selectAll().execute(),
  ])
  for (const answer of [first, second]) expect(everything).not.toContain(tokenOf(answer))
  expect(await setPassword(tokenOf(first))).toBe(400)
  expect(await setPassword(tokenOf(second))).toBe(200)
  expect(await setPassword(tokenOf(second))).toBe(400)
  expect(await stateOf(id), 'came without an invitation').toBeNull()
  expect((await create()).status).toBe(409)
  expect((await t.events()).filter((type) => type === 'agent.invitation_link_created')).toHaveLength(2)
})

test('a link that waits in a mail queue is void once one is handed over', async () => {
  await t.db.deleteFrom('system_mails').execute()
  const { id } = await someone()
  await admin.post(`/api/v1/agents/${id}/invitation-link`)
  const sent = sink.mails.length
  await work()
  expect(sink.mails).toHaveLength(sent)
})

test('a link lends nobody permissions: it is for those who hold all of the agent, or every administrative one', async () => {
  const create = async (held: readonly string[], target: readonly string[]) => {
    const { id } = await t.make.agent({ permissions: target })
    const by = await t.as(await t.make.agent({ permissions: held }))
    return (await by.post(`/api/v1/agents/${id}/invitation-link`)).status
  }
  const administrative = t.make.allPermissions.filter(
    (permission) => permission.endsWith(':manage') && permission !== 'view:manage',
  )
  const reader = ['conversations:read', 'conversations:read_all']
  expect(await create(['users:manage'], [])).toBe(200)
  expect(await create(['users:manage'], reader)).toBe(403)
  expect(await create(['users:manage', ...reader], reader)).toBe(200)
  expect(await create(administrative, reader)).toBe(200)
  expect(await create(['users:manage', ...reader], ['tags:manage'])).toBe(403)
})
