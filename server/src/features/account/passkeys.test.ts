import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFakeAuthenticator } from '../../testing/fake-services/fake-authenticator.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from '../auth/password.ts'

let t: TestApp
const origin = 'https://desk.parley.test'
beforeAll(async () => {
  t = await startTestApp()
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await admin.put('/api/v1/settings/general', { 'app.root_url': origin })
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute()
})

const password = 'Correct-horse-1'
const mine = '/api/v1/agents/me/passkeys'
const post = (url: string, payload: object) => t.send({ method: 'POST', url, payload })
const login = (email: string) => post('/api/v1/auth/login', { email, password })
const ask = async (sign_in?: string) =>
  (await post('/api/v1/auth/passkey/options', { ...(sign_in && { sign_in }) })).body.data
const signIn = (body: object) => post('/api/v1/auth/passkey', body)

async function somebody() {
  const { id } = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .updateTable('agents')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { id, email, here: await t.as({ id }) }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

async function addTo({ here }: Somebody, name = 'Phone') {
  const device = createFakeAuthenticator(origin)
  const { ticket, options } = (await here.post(`${mine}/options`, { password })).body.data
  const { status, body } = await here.post(mine, { ticket, name, answer: device.register(options) })
  expect(status, JSON.stringify(body)).toBe(200)
  return { device, options, ...body.data }
}
const logOf = ({ id }: Somebody) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_id', '=', id)
    .where('type', 'in', ['agent.changed', 'agent.passkey_added', 'agent.passkey_removed'])
    .orderBy('id')
    .execute()

test('a passkey is added with the password, and lets in alone: no address, no password, no code', async () => {
  const ana = await somebody()
  const phone = await t.as(ana)
  expect((await ana.here.post(`${mine}/options`, { password: 'Wrong-horse-1' })).body).toMatchObject({
    errors: [{ path: 'password' }],
  })
  const { device, options, passkey, recovery_codes } = await addTo(ana)
  expect(options).toMatchObject({
    rp: { id: 'desk.parley.test' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(Buffer.from(options.user.id, 'base64url'), 'random, says nothing of the agent').toHaveLength(16)
  expect(recovery_codes).toHaveLength(10)
  expect((await phone.get(mine)).status, 'opened with the password alone').toBe(401)
  expect((await ana.here.get(mine)).body.data).toEqual([passkey])

  const { ticket, options: asked } = await ask()
  expect(asked).toMatchObject({ rpId: 'desk.parley.test', userVerification: 'required' })
  expect(asked.allowCredentials ?? [], 'nobody has said who they are').toEqual([])
  const entered = await signIn({ ticket, answer: device.authenticate(asked) })
  expect(entered).toMatchObject({ status: 200, body: { data: { id: ana.id } } })
  expect(String(entered.headers['set-cookie'])).toContain('parley_session=')
  const [listed] = (await ana.here.get(mine)).body.data
  expect(listed).toMatchObject({ name: 'Phone', last_used_at: expect.any(String) })
  expect(await logOf(ana)).toEqual([
    { type: 'agent.passkey_added', changes: { passkey: [null, 'Phone'] } },
    { type: 'agent.changed', changes: { second_factor: [false, true] } },
  ])
})

test('an answer counts once, within five minutes, for what was asked', async () => {
  const ana = await somebody()
  const { device } = await addTo(ana)
  const first = await ask()
  const answer = device.authenticate(first.options)
  expect((await signIn({ ticket: first.ticket, answer })).status).toBe(200)
  expect((await signIn({ ticket: first.ticket, answer })).status, 'again').toBe(400)

  const other = await ask()
  expect((await signIn({ ticket: other.ticket, answer: device.authenticate(first.options) })).status).toBe(
    400,
  )
  expect(
    (await signIn({ ticket: other.ticket, answer: device.authenticate(other.options) })).status,
    'a wrong answer spends the ticket',
  ).toBe(400)

  const late = await ask()
  t.clock.advance(300_001)
  expect((await signIn({ ticket: late.ticket, answer: device.authenticate(late.options) })).status).toBe(400)

  const { ticket, options } = (await ana.here.post(`${mine}/options`, { password })).body.data
  expect((await signIn({ ticket, answer: device.authenticate(options) })).status, 'asked for adding').toBe(
    400,
  )
})

test.each([
  ['another site', { origin: 'https://desk.parley.evil' }],
  ['plain http', { origin: 'http://desk.parley.test' }],
  ['another host', { rp_id: 'parley.evil' }],
  ['nobody seen', { verified: false }],
  ['another challenge', { challenge: 'AAAA' }],
])('what a passkey answers for %s lets nobody in, and makes no passkey', async (_, lie) => {
  const ana = await somebody()
  const { device } = await addTo(ana)
  const { ticket, options } = await ask()
  const refused = await signIn({ ticket, answer: device.authenticate(options, lie) })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'passkey' }] } })
  expect(refused.headers['set-cookie']).toBeUndefined()
  const begun = (await ana.here.post(`${mine}/options`, { password })).body.data
  const answer = createFakeAuthenticator(origin).register(begun.options, lie)
  expect((await ana.here.post(mine, { ticket: begun.ticket, name: 'X', answer })).status).toBe(400)
})

test('a copy shows by its counter, which goes backwards or stands still', async () => {
  const ana = await somebody()
  const { device } = await addTo(ana)
  const answerAt = async (counter: number) => {
    const { ticket, options } = await ask()
    return (await signIn({ ticket, answer: device.authenticate(options, { counter }) })).status
  }
  expect(await answerAt(10)).toBe(200)
  expect([await answerAt(9), await answerAt(10), await answerAt(0)]).toEqual([400, 400, 400])
  expect(await answerAt(11)).toBe(200)
})

test('two copies that answer at once let one in', async () => {
  const { device } = await addTo(await somebody())
  const asked = [await ask(), await ask()]
  const answers = asked.map(({ ticket, options }) => ({
    ticket,
    answer: device.authenticate(options, { counter: 7 }),
  }))
  const statuses = await Promise.all(answers.map(async (one) => (await signIn(one)).status))
  expect(statuses.sort()).toEqual([200, 400])
})

test("after the password a passkey of that agent's own is asked for, or a recovery code", async () => {
  const [ana, bo] = [await somebody(), await somebody()]
  const { device, recovery_codes } = await addTo(ana)
  const { device: theirs } = await addTo(bo)
  const first = await login(ana.email)
  expect(first).toMatchObject({
    status: 401,
    body: { data: { second_factor: ['passkey', 'recovery_code'] } },
  })
  const sign_in = first.body.data.ticket
  const asked = await ask(sign_in)
  expect(asked.options.allowCredentials).toMatchObject([{ id: device.id }])
  const wrong = await signIn({ ticket: asked.ticket, answer: theirs.authenticate(asked.options), sign_in })
  expect(wrong.status, 'of somebody else').toBe(400)
  const again = await ask(sign_in)
  const done = await signIn({ ticket: again.ticket, answer: device.authenticate(again.options), sign_in })
  expect(done).toMatchObject({ status: 200, body: { data: { id: ana.id } } })
  expect((await post('/api/v1/auth/passkey/options', { sign_in })).status, 'the sign-in is over').toBe(400)

  const { ticket } = (await login(ana.email)).body.data
  expect((await post('/api/v1/auth/second-factor', { ticket, code: '000000' })).status).toBe(400)
  expect((await post('/api/v1/auth/second-factor', { ticket, code: recovery_codes[0] })).status).toBe(200)
})

test('a passkey of somebody who was disabled or deleted lets nobody in', async () => {
  const manager = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const ana = await somebody()
  const { device } = await addTo(ana)
  const attempt = async () => {
    const { ticket, options } = await ask()
    return (await signIn({ ticket, answer: device.authenticate(options) })).status
  }
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', ana.id).execute()
  expect(await attempt()).toBe(403)
  await t.db.updateTable('agents').set({ enabled: true }).where('id', '=', ana.id).execute()
  expect(await attempt()).toBe(200)
  await manager.del(`/api/v1/agents/${ana.id}`)
  expect(await attempt()).toBe(400)
})

test('the last passkey takes recovery codes with it, an app keeps them; all of it is asked for and logged', async () => {
  const ana = await somebody()
  const { passkey } = await addTo(ana, 'Laptop')
  const stale = await t.as(ana, { stale: true })
  const remove = (body: object) => stale.post(`${mine}/${passkey.uuid}/remove`, body)
  expect((await remove({})).body, 'signed in long ago').toMatchObject({ errors: [{ path: 'password' }] })
  expect((await remove({ password: 'Wrong-horse-1' })).status).toBe(400)
  const stranger = await somebody()
  expect((await stranger.here.post(`${mine}/${passkey.uuid}/remove`, { password })).status).toBe(404)

  const factor = '/api/v1/agents/me/second-factor'
  const { secret } = (await ana.here.post(`${factor}/totp`, { password })).body.data
  const code = await generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) })
  expect((await stale.put(`${factor}/totp`, { code })).body).toMatchObject({
    errors: [{ path: 'password' }],
  })
  expect((await ana.here.put(`${factor}/totp`, { code, password })).status).toBe(200)
  expect((await remove({ password })).status).toBe(200)
  expect((await ana.here.get(factor)).body.data).toMatchObject({ passkeys: 0, recovery_codes_left: 10 })
  expect((await ana.here.post(`${factor}/remove`, { password })).status).toBe(200)
  expect((await ana.here.get(factor)).body.data).toMatchObject({ recovery_codes_left: 0 })
  expect((await login(ana.email)).status).toBe(200)
  expect((await logOf(ana)).map(({ changes }) => changes)).toEqual([
    { passkey: [null, 'Laptop'] },
    { second_factor: [false, true] },
    { authenticator_app: [false, true] },
    { passkey: ['Laptop', null] },
    { second_factor: [true, false] },
  ])
})

test('an API key makes no passkey, confirms no app, and removes neither', async () => {
  const ana = await somebody()
  const { passkey } = await addTo(ana)
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const key = (await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})).body.data
  const headers = { authorization: `token ${key.api_key}:${key.api_secret}` }
  const byKey = (method: 'POST' | 'PUT', url: string, payload: object) =>
    t.send({ method, url, payload, headers })
  const { ticket, options } = (await ana.here.post(`${mine}/options`, { password })).body.data
  const answer = createFakeAuthenticator(origin).register(options)
  for (const call of [
    byKey('POST', `${mine}/options`, { password }),
    byKey('POST', mine, { ticket, name: 'Key', answer }),
    byKey('POST', `${mine}/${passkey.uuid}/remove`, { password }),
    byKey('PUT', '/api/v1/agents/me/second-factor/totp', { code: '123456', password }),
    byKey('PUT', '/api/v1/agents/me/second-factor/totp', { code: '123456' }),
  ])
    expect((await call).status).toBe(403)
})

test('what strangers can have the server do is bounded', async () => {
  const answer = createFakeAuthenticator(origin).authenticate({ challenge: 'AAAA' })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await signIn({ ticket: 'none', answer })).status)
  expect([statuses[29], statuses[30]]).toEqual([400, 429])
})
