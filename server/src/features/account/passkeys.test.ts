import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../identity/password.ts'
import { createFakeAuthenticator } from '../../testing/fake-services/fake-authenticator.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

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
const passkeysPath = '/api/v1/agents/me/passkeys'
const post = (url: string, payload: object) => t.send({ method: 'POST', url, payload })
const login = (email: string) => post('/api/v1/auth/login', { email, password })
const startSignIn = async (sign_in?: string) =>
  (await post('/api/v1/auth/passkey/options', { ...(sign_in && { sign_in }) })).body.data
const signIn = (body: object) => post('/api/v1/auth/passkey', body)

async function createAgent() {
  const { id } = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .updateTable('agents')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { id, email, here: await t.as({ id }) }
}
type TestAgent = Awaited<ReturnType<typeof createAgent>>

async function addPasskey({ here }: TestAgent, name = 'Phone') {
  const device = createFakeAuthenticator(origin)
  const { ticket, options } = (await here.post(`${passkeysPath}/options`, { password })).body.data
  const { status, body } = await here.post(passkeysPath, { ticket, name, answer: device.register(options) })
  expect(status, JSON.stringify(body)).toBe(200)
  return { device, options, ...body.data }
}
const readEvents = ({ id }: TestAgent) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_id', '=', id)
    .where('type', 'in', ['agent.changed', 'agent.passkey_added', 'agent.passkey_removed'])
    .orderBy('id')
    .execute()

test('a passkey added with the password signs in on its own, without address, password or code', async () => {
  const ana = await createAgent()
  const phone = await t.as(ana)
  expect((await ana.here.post(`${passkeysPath}/options`, { password: 'Wrong-horse-1' })).body).toMatchObject({
    errors: [{ path: 'password' }],
  })
  const { device, options, passkey, recovery_codes } = await addPasskey(ana)
  expect(options).toMatchObject({
    rp: { id: 'desk.parley.test' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(Buffer.from(options.user.id, 'base64url'), 'random, reveals nothing about the agent').toHaveLength(
    16,
  )
  expect(recovery_codes).toHaveLength(10)
  expect((await phone.get(passkeysPath)).status, 'opened with the password alone').toBe(401)
  expect((await ana.here.get(passkeysPath)).body.data).toEqual([passkey])

  const { ticket, options: started } = await startSignIn()
  expect(started).toMatchObject({ rpId: 'desk.parley.test', userVerification: 'required' })
  expect(started.allowCredentials ?? [], 'no agent is identified yet').toEqual([])
  const signedIn = await signIn({ ticket, answer: device.authenticate(started) })
  expect(signedIn).toMatchObject({ status: 200, body: { data: { id: ana.id } } })
  expect(String(signedIn.headers['set-cookie'])).toContain('parley_session=')
  const [listed] = (await ana.here.get(passkeysPath)).body.data
  expect(listed).toMatchObject({ name: 'Phone', last_used_at: expect.any(String) })
  expect(await readEvents(ana)).toEqual([
    { type: 'agent.passkey_added', changes: { passkey: [null, 'Phone'] } },
    { type: 'agent.changed', changes: { second_factor: [false, true] } },
  ])
})

test('a response works once, within five minutes, for its own challenge', async () => {
  const ana = await createAgent()
  const { device } = await addPasskey(ana)
  const first = await startSignIn()
  const answer = device.authenticate(first.options)
  expect((await signIn({ ticket: first.ticket, answer })).status).toBe(200)
  expect((await signIn({ ticket: first.ticket, answer })).status, 'again').toBe(400)

  const other = await startSignIn()
  expect((await signIn({ ticket: other.ticket, answer: device.authenticate(first.options) })).status).toBe(
    400,
  )
  expect(
    (await signIn({ ticket: other.ticket, answer: device.authenticate(other.options) })).status,
    'a wrong response uses up the ticket',
  ).toBe(400)

  const expired = await startSignIn()
  t.clock.advance(300_001)
  expect(
    (await signIn({ ticket: expired.ticket, answer: device.authenticate(expired.options) })).status,
  ).toBe(400)

  const { ticket, options } = (await ana.here.post(`${passkeysPath}/options`, { password })).body.data
  expect(
    (await signIn({ ticket, answer: device.authenticate(options) })).status,
    'requested for adding',
  ).toBe(400)
})

test.each([
  ['another site', { origin: 'https://desk.parley.evil' }],
  ['plain http', { origin: 'http://desk.parley.test' }],
  ['another host', { rp_id: 'parley.evil' }],
  ['no user verification', { verified: false }],
  ['another challenge', { challenge: 'AAAA' }],
])('a response with %s neither signs in nor adds a passkey', async (_, forgery) => {
  const ana = await createAgent()
  const { device } = await addPasskey(ana)
  const { ticket, options } = await startSignIn()
  const refused = await signIn({ ticket, answer: device.authenticate(options, forgery) })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'passkey' }] } })
  expect(refused.headers['set-cookie']).toBeUndefined()
  const registration = (await ana.here.post(`${passkeysPath}/options`, { password })).body.data
  const answer = createFakeAuthenticator(origin).register(registration.options, forgery)
  expect((await ana.here.post(passkeysPath, { ticket: registration.ticket, name: 'X', answer })).status).toBe(
    400,
  )
})

test('a cloned passkey is detected by a counter that does not increase', async () => {
  const ana = await createAgent()
  const { device } = await addPasskey(ana)
  const signInAtCounter = async (counter: number) => {
    const { ticket, options } = await startSignIn()
    return (await signIn({ ticket, answer: device.authenticate(options, { counter }) })).status
  }
  expect(await signInAtCounter(10)).toBe(200)
  expect([await signInAtCounter(9), await signInAtCounter(10), await signInAtCounter(0)]).toEqual([
    400, 400, 400,
  ])
  expect(await signInAtCounter(11)).toBe(200)
})

test('of two clones that answer at once, one signs in', async () => {
  const { device } = await addPasskey(await createAgent())
  const started = [await startSignIn(), await startSignIn()]
  const answers = started.map(({ ticket, options }) => ({
    ticket,
    answer: device.authenticate(options, { counter: 7 }),
  }))
  const statuses = await Promise.all(answers.map(async (one) => (await signIn(one)).status))
  expect(statuses.sort()).toEqual([200, 400])
})

test('an agent has at most 20 passkeys', async () => {
  const ana = await createAgent()
  await addPasskey(ana)
  const more = Array.from({ length: 18 }, (_, n) => ({
    ...{ agent_id: ana.id, name: `Key ${n}`, created_at: t.clock.now() },
    ...{ credential_id: Buffer.from(`credential ${n}`).toString('base64url'), public_key: Buffer.alloc(32) },
  }))
  await t.db.insertInto('passkeys').values(more).execute()
  await addPasskey(ana, 'The twentieth')
  const { ticket, options } = (await ana.here.post(`${passkeysPath}/options`, { password })).body.data
  const answer = createFakeAuthenticator(origin).register(options)
  expect(await ana.here.post(passkeysPath, { ticket, name: 'One more', answer })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('You have 20 passkeys') },
  })
  expect((await ana.here.get(passkeysPath)).body.data).toHaveLength(20)
})

test("after the password, one of the agent's own passkeys or a recovery code is required", async () => {
  const [ana, bo] = [await createAgent(), await createAgent()]
  const { device, recovery_codes } = await addPasskey(ana)
  const { device: otherDevice } = await addPasskey(bo)
  const first = await login(ana.email)
  expect(first).toMatchObject({
    status: 401,
    body: { data: { second_factor: ['passkey', 'recovery_code'] } },
  })
  const sign_in = first.body.data.ticket
  const started = await startSignIn(sign_in)
  expect(started.options.allowCredentials).toMatchObject([{ id: device.id }])
  const wrong = await signIn({
    ticket: started.ticket,
    answer: otherDevice.authenticate(started.options),
    sign_in,
  })
  expect(wrong.status, 'of another agent').toBe(400)
  const again = await startSignIn(sign_in)
  const done = await signIn({ ticket: again.ticket, answer: device.authenticate(again.options), sign_in })
  expect(done).toMatchObject({ status: 200, body: { data: { id: ana.id } } })
  expect((await post('/api/v1/auth/passkey/options', { sign_in })).status, 'the sign-in is over').toBe(400)

  const { ticket } = (await login(ana.email)).body.data
  expect((await post('/api/v1/auth/second-factor', { ticket, code: '000000' })).status).toBe(400)
  expect((await post('/api/v1/auth/second-factor', { ticket, code: recovery_codes[0] })).status).toBe(200)
})

test('a passkey of a disabled or deleted agent does not sign in', async () => {
  const manager = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const ana = await createAgent()
  const { device } = await addPasskey(ana)
  const attempt = async () => {
    const { ticket, options } = await startSignIn()
    return (await signIn({ ticket, answer: device.authenticate(options) })).status
  }
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', ana.id).execute()
  expect(await attempt()).toBe(403)
  await t.db.updateTable('agents').set({ enabled: true }).where('id', '=', ana.id).execute()
  expect(await attempt()).toBe(200)
  await manager.del(`/api/v1/agents/${ana.id}`)
  expect(await attempt()).toBe(400)
})

test('removing the last passkey removes recovery codes unless an app remains; removals need the password and are logged', async () => {
  const ana = await createAgent()
  const { passkey } = await addPasskey(ana, 'Laptop')
  const staleBrowser = await t.as(ana, { stale: true })
  const remove = (body: object) => staleBrowser.post(`${passkeysPath}/${passkey.uuid}/remove`, body)
  expect((await remove({})).body, 'signed in long ago').toMatchObject({ errors: [{ path: 'password' }] })
  expect((await remove({ password: 'Wrong-horse-1' })).status).toBe(400)
  const otherAgent = await createAgent()
  expect((await otherAgent.here.post(`${passkeysPath}/${passkey.uuid}/remove`, { password })).status).toBe(
    404,
  )

  const factor = '/api/v1/agents/me/second-factor'
  const { secret } = (await ana.here.post(`${factor}/totp`, { password })).body.data
  const code = await generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) })
  expect((await staleBrowser.put(`${factor}/totp`, { code })).body).toMatchObject({
    errors: [{ path: 'password' }],
  })
  expect((await ana.here.put(`${factor}/totp`, { code, password })).status).toBe(200)
  expect((await remove({ password })).status).toBe(200)
  expect((await ana.here.get(factor)).body.data).toMatchObject({ passkeys: 0, recovery_codes_left: 10 })
  expect((await ana.here.post(`${factor}/remove`, { password })).status).toBe(200)
  expect((await ana.here.get(factor)).body.data).toMatchObject({ recovery_codes_left: 0 })
  expect((await login(ana.email)).status).toBe(200)
  expect((await readEvents(ana)).map(({ changes }) => changes)).toEqual([
    { passkey: [null, 'Laptop'] },
    { second_factor: [false, true] },
    { authenticator_app: [false, true] },
    { passkey: ['Laptop', null] },
    { second_factor: [true, false] },
  ])
})

test('an API key can neither add nor remove passkeys and apps', async () => {
  const ana = await createAgent()
  const { passkey } = await addPasskey(ana)
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const key = (await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})).body.data
  const headers = { authorization: `token ${key.api_key}:${key.api_secret}` }
  const byKey = (method: 'POST' | 'PUT', url: string, payload: object) =>
    t.send({ method, url, payload, headers })
  const { ticket, options } = (await ana.here.post(`${passkeysPath}/options`, { password })).body.data
  const answer = createFakeAuthenticator(origin).register(options)
  for (const call of [
    byKey('POST', `${passkeysPath}/options`, { password }),
    byKey('POST', passkeysPath, { ticket, name: 'Key', answer }),
    byKey('POST', `${passkeysPath}/${passkey.uuid}/remove`, { password }),
    byKey('PUT', '/api/v1/agents/me/second-factor/totp', { code: '123456', password }),
    byKey('PUT', '/api/v1/agents/me/second-factor/totp', { code: '123456' }),
  ])
    expect((await call).status).toBe(403)
})

test('the work that strangers can cause is limited', async () => {
  const answer = createFakeAuthenticator(origin).authenticate({ challenge: 'AAAA' })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await signIn({ ticket: 'none', answer })).status)
  expect([statuses[29], statuses[30]]).toEqual([400, 429])
})
