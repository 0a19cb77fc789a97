import { parseMail } from '@parley/mail/parse/parse-mail'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueSystemMail, requeueLostSystemMails } from '../../system-mail/queue-system-mail.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/email/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sendPasswordReset } from '../auth/password-link.ts'
import { deliverSystemMail } from './deliver-system-mail.ts'

let t: TestApp
let sink: SmtpSink
let admin: Awaited<ReturnType<TestApp['as']>>
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

const path = '/api/v1/settings/notifications/email'
const keys = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`notification.email.${key}`, value]))
const server = (more: object = {}) =>
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
const mails = () => t.db.selectFrom('system_mails').selectAll().orderBy('id').execute()
const timeouts = { connect: 2000, silence: 400 }
/** Runs the worker on everything that is queued. */
async function work() {
  for (const { id } of await mails())
    await deliverSystemMail({ ...t, root_url: 'http://desk.parley.test', timeouts }, id)
}
/** Without the notices to administrators. */
async function setUpServer() {
  await admin.put(path, server())
  await t.db.deleteFrom('system_mails').where('template', '=', 'Security change').execute()
}
const invite = (email: string) =>
  admin.post('/api/v1/agents', {
    first_name: 'Ina',
    email,
    roles: ['Agent'],
    teams: [],
    send_welcome_email: true,
  })
const tokenIn = async (mail: { raw: Buffer } | undefined) =>
  /http:\/\/desk\.parley\.test\/set-password\?token=([A-Za-z0-9]{32})\b/.exec(
    (await parseMail(mail?.raw ?? Buffer.of())).text ?? '',
  )?.[1] ?? ''
const post = (url: string, payload: object, remoteAddress = '192.0.2.1') =>
  t.app.inject({ method: 'POST', url: `/api/v1/agents/${url}`, payload, remoteAddress })
const reset = (email: string, from?: string) => post('reset-password', { email }, from)
const signIn = async (email: string, password: string) =>
  (await t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } })).statusCode

test('a mail server that is not configured defaults to the security of its port', async () => {
  expect((await admin.get(path)).body.data).toMatchObject(keys({ host: '', port: 587, tls_type: 'starttls' }))
})

test('the password is sealed, never returned or logged, and kept by "" and by the mask', async () => {
  expect((await admin.get(path)).body.data['notification.email.password']).toBe('')
  expect((await admin.put(path, server())).body.data).toBe(true)
  for (const password of ['', '••••••••••'])
    expect((await admin.put(path, server({ password, port: sink.port }))).status).toBe(200)
  const { body } = await admin.get(path)
  expect(body.data).toMatchObject(server({ password: '••••••••••' }))
  expect(Object.keys(body.data)).toHaveLength(14)
  const stored = await t.db.selectFrom('settings').selectAll().execute()
  const facts = await t.db.selectFrom('events').selectAll().where('type', '=', 'settings.changed').execute()
  expect(JSON.stringify([stored, facts])).not.toContain('sesame')
  expect(facts.at(-1)?.changes).toMatchObject({
    'notification.email.password': [null, null],
    'notification.email.host': ['', sink.host],
  })
  await invite('ina1@acme.test')
  await work()
  expect(sink.mails[0]?.user).toBe('desk')
})

test('the stored password never goes to another host', async () => {
  await admin.put(path, server())
  for (const call of [
    () => admin.put(path, server({ host: 'evil.test', password: '' })),
    () => admin.post(`${path}/test`, { ...server({ host: 'localhost', password: '' }), to: 'me@acme.test' }),
  ]) {
    const { status, body } = await call()
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe('notification.email.password')
  }
  expect(sink.mails).toEqual([])
})

test.each([
  [{ host: '' }, 'notification.email.host'],
  [{ email_address: '' }, 'notification.email.email_address'],
  [{ email_address: 'nobody' }, 'notification.email.email_address'],
  [{ port: 0 }, 'notification.email.port'],
])('settings that could not send email are refused at their field: %o', async (more, field) => {
  const { status, body } = await admin.put(path, server(more))
  expect(status).toBe(400)
  expect(body.errors[0].path).toBe(field)
  expect(
    (await admin.put(path, server({ ...more, enabled: false, port: 25, email_address: '' }))).status,
  ).toBe(200)
})

test("a test email returns the server's reply", async () => {
  const check = async (more: object) =>
    (await admin.post(`${path}/test`, { ...server(more), to: 'Me@acme.test' })).body.data
  expect(await check({})).toMatchObject({ ok: true, answer: expect.stringMatching(/^250 /) })
  expect(sink.mails.map(({ to }) => to)).toEqual([['me@acme.test']])
  expect(await check({ password: 'wrong' })).toMatchObject({
    ok: false,
    answer: expect.stringContaining('didn’t accept the username or password'),
  })
  expect(await check({ port: 9 })).toMatchObject({
    ok: false,
    answer: expect.stringMatching(/doesn’t accept connections on this port/),
  })
  sink.behave({ kind: 'refuse', code: 550, text: '5.1.1 Nobody here', at: 'rcpt' })
  expect(await check({})).toMatchObject({ ok: false, answer: expect.stringContaining('but refused') })
})

test('an invitation waits for a mail server, is sent when there is one, and its link sets a password once', async () => {
  await invite('ina2@acme.test')
  await work()
  const [waiting] = await mails()
  expect(waiting).toMatchObject({
    status: 'pending',
    attempts: 0,
    delivery_error: expect.stringMatching(/^No mail server/),
  })
  expect((await admin.get(`${path}/mails`)).body.data).toMatchObject({
    waiting: 1,
    mails: [{ to: 'ina2@acme.test', template: 'Invitation' }],
  })

  await setUpServer()
  expect((await t.jobs()).filter(({ key }) => key === `send_system_mail:${waiting?.id}`)).toHaveLength(1)
  await work()
  await work()
  expect(sink.mails).toHaveLength(1)
  const mail = await parseMail(sink.mails[0]?.raw ?? Buffer.of())
  expect(mail.subject).toBe('Set your password for Parley')
  expect(mail.text).toContain('Petra invites you to Parley')
  expect(sink.mails[0]?.raw.toString()).toMatch(/Auto-Submitted: auto-generated/)
  const token = await tokenIn(sink.mails[0])
  const rows = JSON.stringify([
    await mails(),
    await t.db.selectFrom('events').selectAll().execute(),
    await t.jobs(),
  ])
  expect(rows).not.toContain(token)

  for (const password of ['short', 'nouppercase-1', `${'A'.repeat(70)}a-1`])
    expect((await post('set-password', { token, password })).json()).toMatchObject({
      error_type: 'InputException',
      errors: [{ path: 'password', message: expect.stringMatching(/^Use 10 to 72 characters/) }],
    })
  const once = { token, password: 'Correct-horse-2' }
  const answers = await Promise.all([post('set-password', once), post('set-password', once)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect(answers.find(({ statusCode }) => statusCode === 400)?.json().errors[0].path).toBe('token')
  expect(await signIn('ina2@acme.test', 'Correct-horse-2')).toBe(200)
})

test('a new password ends every session and revokes all outstanding links', async () => {
  await setUpServer()
  const agent = await t.make.agent()
  const email = `agent-${agent.id}@acme.test`
  await t.db.updateTable('agents').set({ email }).where('id', '=', agent.id).execute()
  const browser = await t.as(agent)
  for (const _ of [1, 2]) await t.act(t.system, (tx) => sendPasswordReset(tx, email))
  await work()
  const [first, second] = await Promise.all(sink.mails.map(tokenIn))
  expect((await browser.get('/api/v1/agents/me')).status).toBe(200)
  expect((await post('set-password', { token: first ?? '', password: 'Correct-horse-3' })).json().data).toBe(
    true,
  )
  expect((await browser.get('/api/v1/agents/me')).status).toBe(401)
  expect((await post('set-password', { token: second ?? '', password: 'Correct-horse-4' })).statusCode).toBe(
    400,
  )
})

test.each([
  ['a day later', async () => t.clock.advance(25 * 3_600_000)],
  [
    'after the address changed',
    async (agent: { id: number; email: string }) => change(agent, { email: `new-${agent.email}` }),
  ],
  [
    'after the agent was disabled',
    async (agent: { id: number; email: string }) => change(agent, { enabled: false }),
  ],
])('a link does not work %s', async (_when, happens) => {
  await setUpServer()
  const made = (await invite(`late${Math.random()}@acme.test`)).body.data
  await t.db.deleteFrom('system_mails').execute()
  await t.act(t.system, (tx) => sendPasswordReset(tx, made.email))
  await work()
  const token = await tokenIn(sink.mails[0])
  await happens(made)
  expect(token).not.toBe('')
  expect((await post('set-password', { token, password: 'Correct-horse-5' })).statusCode).toBe(400)
})
const change = (agent: { id: number; email: string }, more: object) =>
  admin.put(`/api/v1/agents/${agent.id}`, { ...agent, roles: ['Agent'], teams: [], enabled: true, ...more })

test('requesting a link responds the same for every address, and emails only agents who can sign in', async () => {
  expect((await reset('ada@parley.test')).json()).toMatchObject({
    message: expect.stringMatching(/^This workspace can’t send email yet/),
  })
  await setUpServer()
  const jobs = async () => (await t.jobs()).filter(({ task }) => task === 'send_password_reset').length
  const before = await jobs()
  for (const email of ['ada@parley.test', 'nobody@parley.test', 'System@parley.test']) {
    const { statusCode, body } = await reset(email)
    expect([statusCode, JSON.parse(body).data]).toEqual([200, true])
  }
  expect(await jobs()).toBe(before + 3)
  expect(await mails()).toEqual([])
  for (const email of ['nobody@parley.test', 'system', 'ada@parley.test'])
    await t.act(t.system, (tx) => sendPasswordReset(tx, email))
  await work()
  expect(sink.mails.map(({ to }) => to)).toEqual([['ada@parley.test']])
  for (const email of ['', 'x', undefined])
    expect((await post('reset-password', { email })).statusCode).toBe(400)
})

test('requests and guesses are rate-limited for known and unknown addresses; signed-in agents are not affected', async () => {
  await setUpServer()
  for (const email of ['ada@parley.test', 'nobody@parley.test']) {
    const codes = []
    for (let n = 0; n < 6; n++) codes.push((await reset(email, '192.0.2.7')).statusCode)
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  }
  let last = 0
  for (let n = 0; n < 31; n++)
    last = (await post('set-password', { token: `guess ${n}`, password: 'x' }, '192.0.2.9')).statusCode
  expect(last).toBe(429)
  expect((await admin.post('/api/v1/agents/reset-password', { email: 'ada@parley.test' })).status).toBe(400)
  expect(
    (await admin.post('/api/v1/agents/set-password', { token: 'x', password: 'Correct-horse-1' })).status,
  ).toBe(400)
})

test('a temporary failure is retried and a permanent one is not; both are reported', async () => {
  await setUpServer()
  await invite('ina3@acme.test')
  sink.behave({ kind: 'refuse', code: 451, text: '4.3.0 Come back later', at: 'data' })
  await work()
  const [later] = await mails()
  expect(later).toMatchObject({
    status: 'pending',
    attempts: 1,
    delivery_error: expect.stringContaining('4.3.0 Come back later'),
  })
  expect(later?.not_before.getTime()).toBeGreaterThan(t.clock.now().getTime())
  await work()
  expect((await mails())[0]?.attempts, 'not before it is due').toBe(1)
  t.clock.advance(60_000)
  sink.behave({ kind: 'refuse', code: 550, text: '5.1.1 Nobody here', at: 'rcpt' })
  await work()
  expect(await mails()).toMatchObject([
    { status: 'failed', attempts: 2, delivery_error: expect.stringContaining('5.1.1 Nobody here') },
  ])
})

test('a crash during an attempt delays the email by minutes but does not lose it', async () => {
  await setUpServer()
  await invite('ina4@acme.test')
  const [{ id } = { id: 0 }] = await mails()
  await t.db
    .updateTable('system_mails')
    .set({ attempts: 1, not_before: new Date(t.clock.now().getTime() + 300_000) })
    .execute()
  await work()
  expect(sink.mails).toEqual([])
  t.clock.advance(400_000)
  await t.act(t.system, (tx) => tx.dequeue(`send_system_mail:${id}`))
  await t.act(t.system, requeueLostSystemMails)
  expect((await t.jobs()).some(({ key }) => key === `send_system_mail:${id}`)).toBe(true)
  await work()
  expect(sink.mails).toHaveLength(1)
})

test('a notification is rendered from its current template, and a broken template is not retried forever', async () => {
  await setUpServer()
  const c = await t.make.conversation({ subject: 'Lamp & oak' })
  const agent = await t.make.agent({ first_name: 'Sam' })
  const notice = { template: 'SLA breach warning', agent_id: agent.id, conversation_id: c.id } as const
  await t.act(t.system, (tx) =>
    queueSystemMail(tx, {
      ...notice,
      data: {
        due: { metric: 'next_response', at: new Date(t.clock.now().getTime() + 300_000).toISOString() },
      },
    }),
  )
  await work()
  const mail = await parseMail(sink.mails[0]?.raw ?? Buffer.of())
  expect(mail.subject).toBe(`Due in 5 minutes: Lamp & oak (#${c.reference_number})`)
  expect(mail.html).toContain(
    `<a href="http://desk.parley.test/inboxes/all/conversation/${c.uuid}">Lamp &amp; oak</a>`,
  )
  await t.db
    .updateTable('templates')
    .set({ body: '{{ oops' })
    .where('name', '=', 'SLA breach warning')
    .execute()
  await t.act(t.system, (tx) => queueSystemMail(tx, notice))
  await work()
  expect((await mails())[1]).toMatchObject({
    status: 'failed',
    delivery_error: expect.stringMatching(
      /^The template "SLA breach warning" has an error. Line 1, column 1/,
    ),
  })
})
