import { parseMail } from '@parley/mail/parse/parse-mail'
import { expect, test } from 'vitest'
import { sendPasswordReset } from '../auth/password-link.ts'
import {
  admin,
  invite,
  mails,
  path,
  setUpServer,
  setUpSystemMail,
  sink,
  t,
  work,
} from './system-mail-suite.ts'

setUpSystemMail()

const tokenIn = async (mail: { raw: Buffer } | undefined) =>
  /http:\/\/desk\.parley\.test\/set-password\?token=([A-Za-z0-9]{32})\b/.exec(
    (await parseMail(mail?.raw ?? Buffer.of())).text ?? '',
  )?.[1] ?? ''
const post = (url: string, payload: object, remoteAddress = '192.0.2.1') =>
  t.app.inject({ method: 'POST', url: `/api/v1/agents/${url}`, payload, remoteAddress })
const reset = (email: string, from?: string) => post('reset-password', { email }, from)
const signIn = async (email: string, password: string) =>
  (await t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } })).statusCode

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
