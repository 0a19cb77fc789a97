import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from './password.ts'
import { purgeExpired } from './purge-expired.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute()
})

const right = { email: 'ada@parley.test', password: 'Correct-horse-1' }
const signIn = (payload: object, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload, remoteAddress, headers })
const cookieOf = (reply: { cookies: { name: string; value: string }[] }, name: string) =>
  reply.cookies.find((cookie) => cookie.name === name)
const me = (cookies: Record<string, string>) => t.app.inject({ url: '/api/v1/agents/me', cookies })

test('signing in answers the agent and sets two cookies, of which scripts can read the one for CSRF', async () => {
  const reply = await signIn({ ...right, email: ' ADA@parley.test ' })
  expect(reply.json()).toMatchObject({
    status: 'success',
    data: { email: 'ada@parley.test', roles: ['Admin'] },
  })
  expect(JSON.stringify(reply.json())).not.toMatch(/password|argon2/)
  expect(cookieOf(reply, 'parley_session')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(cookieOf(reply, 'csrf_token')).toMatchObject({
    sameSite: 'Lax',
    path: '/',
    value: expect.stringMatching(/^.{44}$/),
  })
  expect(cookieOf(reply, 'csrf_token')).not.toHaveProperty('httpOnly')
  const token = cookieOf(reply, 'parley_session')?.value ?? ''
  expect((await me({ parley_session: token })).statusCode).toBe(200)
  const stored = await t.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('an unknown address, a wrong password, and the System agent are told apart by nobody', async () => {
  const answers = await Promise.all(
    [
      { ...right, password: 'Wrong-horse-1' },
      { ...right, email: 'nobody@parley.test' },
      { ...right, email: 'System' },
      { ...right, email: `${'x'.repeat(20_000)}@parley.test` },
    ].map((payload) => signIn(payload)),
  )
  for (const answer of answers) {
    expect(answer.statusCode).toBe(400)
    expect({ ...answer.json(), request_id: '' }).toEqual({ ...answers[0]?.json(), request_id: '' })
    expect(answer.cookies).toEqual([])
  }
  for (const payload of [{}, { email: '', password: '' }, { email: 'a@b.test' }, { email: 1, password: 2 }])
    expect((await signIn(payload)).statusCode).toBe(400)
})

test('an unknown address takes as long as a wrong password', async () => {
  // The processor's time of this process, in microseconds: what else the machine does takes none of it.
  const time = async (email: string) => {
    const before = process.cpuUsage()
    await signIn({ email, password: 'Wrong-horse-1' }, `192.0.2.${Math.ceil(Math.random() * 200)}`)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await time('nobody@parley.test') // the first one makes the decoy
  // The fastest of several, taken in turns: what else the process does only ever adds.
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let n = 0; n < 7; n++) {
    fastest.known = Math.min(fastest.known, await time(right.email))
    fastest.unknown = Math.min(fastest.unknown, await time('nobody@parley.test'))
  }
  // Without the decoy it is less than a third.
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 2)
})

test('after ten wrong passwords from one place the account waits there, with Retry-After, and then the right one works', async () => {
  for (let n = 0; n < 10; n++)
    expect((await signIn({ ...right, password: 'Wrong-horse-1' })).statusCode).toBe(400)
  const refused = await signIn(right)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('900')
  expect(refused.json()).toMatchObject({ status: 'error', message: expect.stringContaining('900 seconds') })
  expect((await signIn(right, '198.51.100.7')).statusCode, 'from elsewhere').toBe(200)

  t.clock.advance(600_000)
  expect((await signIn(right)).headers['retry-after'], 'tries while waiting prolong nothing').toBe('300')
  t.clock.advance(301_000)
  expect((await signIn(right)).statusCode).toBe(200)
})

test('an address that a caller invents for itself opens no new round of tries', async () => {
  for (let n = 0; n < 10; n++)
    await signIn({ ...right, password: 'Wrong-horse-1' }, '192.0.2.44', {
      'x-forwarded-for': `203.0.113.${n}`,
    })
  const forged = {
    'x-forwarded-for': '203.0.113.99',
    'x-real-ip': '203.0.113.99',
    forwarded: 'for=203.0.113.99',
  }
  expect((await signIn(right, '192.0.2.44', forged)).statusCode).toBe(429)
})

test("a success takes back its own try only: an account of one's own does not pay for guesses at others", async () => {
  for (let n = 0; n < 60; n++) {
    await signIn({ email: `victim${n}@parley.test`, password: 'Wrong-horse-1' })
    if (n % 20 === 5) await signIn(right)
  }
  expect((await signIn(right)).statusCode).toBe(429)
})

test('a disabled account is told so only with the right password', async () => {
  const ana = await t.make.agent()
  await t.db
    .updateTable('agents')
    .set({ enabled: false, password_hash: await hashPassword('Correct-horse-3') })
    .where('id', '=', ana.id)
    .execute()
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  expect((await signIn({ email, password: 'Wrong-horse-1' })).statusCode).toBe(400)
  expect((await signIn({ email, password: 'Correct-horse-3' })).statusCode).toBe(403)
})

test('a change with a session needs the CSRF header; reading and API keys do not', async () => {
  const reply = await signIn(right)
  const cookies = {
    parley_session: cookieOf(reply, 'parley_session')?.value ?? '',
    csrf_token: cookieOf(reply, 'csrf_token')?.value ?? '',
  }
  const change = (headers: Record<string, string>, jar: Record<string, string> = cookies) =>
    t.app.inject({
      method: 'PUT',
      url: '/api/v1/agents/me/availability',
      payload: { status: 'online' },
      headers,
      cookies: jar,
    })
  const token = { 'x-csrftoken': cookies.csrf_token }
  expect((await change(token)).statusCode).toBe(200)
  expect((await change({ 'X-CSRFToken': cookies.csrf_token })).statusCode).toBe(200)
  for (const [headers, jar] of [
    [{}, cookies],
    [{ 'x-csrftoken': '' }, { ...cookies, csrf_token: '' }],
    [{ 'x-csrftoken': `${cookies.csrf_token}x` }, cookies],
    [token, { parley_session: cookies.parley_session }],
  ] as const) {
    const refused = await change(headers, jar)
    expect([refused.statusCode, refused.json().error_type]).toEqual([403, 'PermissionException'])
  }
  expect((await me(cookies)).statusCode).toBe(200)
})

const day = 86_400_000

test('a session lasts while it is used, and ends fourteen days after its last use', async () => {
  const token = cookieOf(await signIn(right), 'parley_session')?.value ?? ''
  t.clock.advance(13 * day)
  expect((await me({ parley_session: token })).statusCode).toBe(200)
  t.clock.advance(14 * day + 1)
  const over = await me({ parley_session: token })
  expect(over.statusCode).toBe(401)
  expect(cookieOf(over, 'parley_session')?.value).toBe('')
  await purgeExpired(t.db, t.clock.now())
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('signing out ends this session alone; a stale cookie still sees the sign-in page', async () => {
  const [here, there] = [await signIn(right), await signIn(right)].map(
    (reply) => cookieOf(reply, 'parley_session')?.value ?? '',
  )
  const out = await t.app.inject({ url: '/logout', cookies: { parley_session: here ?? '' } })
  expect([out.statusCode, out.headers.location]).toEqual([302, '/'])
  expect((await me({ parley_session: here ?? '' })).statusCode).toBe(401)
  expect((await me({ parley_session: there ?? '' })).statusCode).toBe(200)
  expect(
    (await t.app.inject({ url: '/api/v1/config', cookies: { parley_session: here ?? '' } })).statusCode,
  ).toBe(200)
})

test('without a session only the public settings are told', async () => {
  const settings = async (cookies: Record<string, string>) =>
    (await t.app.inject({ url: '/api/v1/settings/general', cookies })).json().data
  // The favicon is one of them, when there is one.
  expect(Object.keys(await settings({})).sort()).toEqual([
    'app.lang',
    'app.logo_url',
    'app.root_url',
    'app.site_name',
  ])
  const token = cookieOf(await signIn(right), 'parley_session')?.value ?? ''
  expect(await settings({ parley_session: token })).toMatchObject({
    'app.max_file_upload_size': 20,
    'app.version': 'test',
  })
})

test('changed settings are logged field by field, and saving them again is no change', async () => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const write = {
    'app.site_name': 'Help',
    'app.root_url': 'https://help.test//',
    'app.max_file_upload_size': '5',
  }
  const before = (await t.events()).filter((type) => type === 'settings.changed').length
  expect((await admin.put('/api/v1/settings/general', write)).body).toMatchObject({ data: true })
  await admin.put('/api/v1/settings/general', write)
  const logged = await t.db
    .selectFrom('events')
    .select('changes')
    .where('type', '=', 'settings.changed')
    .orderBy('id')
    .execute()
  expect(logged).toHaveLength(before + 1)
  expect(logged.at(-1)?.changes).toMatchObject({
    'app.site_name': ['Parley', 'Help'],
    'app.root_url': [null, 'https://help.test'],
  })
})

test('the texts of a language come bare, and English for a language that is not there', async () => {
  const english = (await t.app.inject('/api/v1/lang/en')).json()
  expect(english['_.code']).toBe('en')
  for (const code of ['xx', '..%2F..%2Fpackage', 'EN'])
    expect((await t.app.inject(`/api/v1/lang/${code}`)).json()).toEqual(english)
})
