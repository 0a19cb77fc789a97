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
const deliverAll = async () => {
  for (const { id } of await t.db.selectFrom('system_mails').select('id').execute())
    await deliverSystemMail({ ...t, root_url: 'http://desk.parley.test' }, id)
}
let n = 0
const createAgent = async (more: object = {}) =>
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

test('an invitation waits for a mail server, is sent, expires after a week, and is accepted with its link', async () => {
  const { id } = await createAgent()
  expect(await stateOf(id)).toBe('not_sent')
  expect((await admin.put('/api/v1/settings/notifications/email', mailServer())).status).toBe(200)
  // What administrators see of it.
  await t.db.deleteFrom('system_mails').where('template', '=', 'Security change').execute()
  expect(await stateOf(id)).toBe('waiting')
  await deliverAll()
  expect(await stateOf(id)).toBe('sent')
  t.clock.advance(7 * day + 1)
  expect(await stateOf(id)).toBe('expired')

  expect((await invite(id)).body.data.invitation.state).toBe('waiting')
  await deliverAll()
  expect(await stateOf(id)).toBe('sent')
  expect(await setPassword(await newestToken())).toBe(200)
  expect(await stateOf(id)).toBe('accepted')
  expect(await invite(id)).toMatchObject({ status: 409, body: { message: /password/ } })
})

test('resending creates a new link and revokes the old one', async () => {
  const { id } = await createAgent()
  await deliverAll()
  const oldToken = await newestToken()
  expect((await invite(id)).status).toBe(200)
  expect(await setPassword(oldToken)).toBe(400)
  await deliverAll()
  const newToken = await newestToken()
  expect(newToken).not.toBe(oldToken)
  expect(await setPassword(newToken)).toBe(200)
  expect(await setPassword(newToken)).toBe(400)
  expect(await t.events()).toContain('agent.invited')
})

test('a waiting invitation is not sent in addition to a new one', async () => {
  const { id } = await createAgent()
  await invite(id)
  await invite(id)
  const sent = sink.mails.length
  await deliverAll()
  expect(sink.mails).toHaveLength(sent + 1)
})

test('an agent who was never invited shows as such and can be invited; a disabled agent cannot', async () => {
  const { id, email } = await createAgent({ send_welcome_email: false })
  expect(await stateOf(id)).toBe('none')
  await admin.put(`/api/v1/agents/${id}`, { first_name: 'Ina', email, roles: ['Agent'], enabled: false })
  expect(await invite(id)).toMatchObject({ status: 409, body: { message: /Enable them first/ } })
  await admin.put(`/api/v1/agents/${id}`, { first_name: 'Ina', email, roles: ['Agent'], enabled: true })
  expect((await invite(id)).body.data.invitation.state).toBe('waiting')
})

test('changing the address revokes the emailed link, and the page says so', async () => {
  const { id } = await createAgent()
  await deliverAll()
  expect(await stateOf(id)).toBe('sent')
  const change = { first_name: 'Ina', email: `moved${id}@invite.test`, roles: ['Agent'], enabled: true }
  expect((await admin.put(`/api/v1/agents/${id}`, change)).body.data.invitation.state).toBe('expired')
})

test('agents with administrative permissions cannot be invited by someone who lacks them', async () => {
  const { id } = await createAgent({ roles: ['Admin'] })
  const manager = await t.as(await t.make.agent({ permissions: ['users:manage'] }))
  expect((await manager.post(`/api/v1/agents/${id}/invitation`, {})).status).toBe(403)
})

test('a link to pass on works once, is revoked by the next one, and is stored nowhere', async () => {
  const { id } = await createAgent({ send_welcome_email: false })
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
  const storedData = JSON.stringify([
    await t.db.selectFrom('events').select(['type', 'changes', 'data']).execute(),
    await t.db.selectFrom('idempotency_keys').selectAll().execute(),
    await t.db.selectFrom('system_mails').selectAll().execute(),
    await t.db.selectFrom('password_tokens').selectAll().execute(),
  ])
  for (const answer of [first, second]) expect(storedData).not.toContain(tokenOf(answer))
  expect(await setPassword(tokenOf(first))).toBe(400)
  expect(await setPassword(tokenOf(second))).toBe(200)
  expect(await setPassword(tokenOf(second))).toBe(400)
  expect(await stateOf(id), 'came without an invitation').toBeNull()
  expect((await create()).status).toBe(409)
  expect((await t.events()).filter((type) => type === 'agent.invitation_link_created')).toHaveLength(2)
})

test('a link waiting in a mail queue is revoked once another is created', async () => {
  await t.db.deleteFrom('system_mails').execute()
  const { id } = await createAgent()
  await admin.post(`/api/v1/agents/${id}/invitation-link`)
  const sent = sink.mails.length
  await deliverAll()
  expect(sink.mails).toHaveLength(sent)
})

test("creating a link requires all of the agent's permissions, or every administrative one", async () => {
  const create = async (ownPermissions: readonly string[], target: readonly string[]) => {
    const { id } = await t.make.agent({ permissions: target })
    const actor = await t.as(await t.make.agent({ permissions: ownPermissions }))
    return (await actor.post(`/api/v1/agents/${id}/invitation-link`)).status
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
