import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../identity/password.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { purgeExpired } from './purge-expired.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute()
})

const credentials = { email: 'ada@parley.test', password: 'Correct-horse-1' }
const signIn = (payload: object, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload, remoteAddress, headers })
const cookieOf = (reply: { cookies: { name: string; value: string }[] }, name: string) =>
  reply.cookies.find((cookie) => cookie.name === name)
const getMe = (cookies: Record<string, string>) => t.app.inject({ url: '/api/v1/agents/me', cookies })

test('signing in returns the agent and sets two cookies, of which scripts can read the CSRF one', async () => {
  const reply = await signIn({ ...credentials, email: ' ADA@parley.test ' })
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
  expect((await getMe({ parley_session: token })).statusCode).toBe(200)
  const stored = await t.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('responses do not distinguish an unknown address, a wrong password and the System agent', async () => {
  const answers = await Promise.all(
    [
      { ...credentials, password: 'Wrong-horse-1' },
      { ...credentials, email: 'nobody@parley.test' },
      { ...credentials, email: 'System' },
      { ...credentials, email: `${'x'.repeat(20_000)}@parley.test` },
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
  // CPU time of this process in microseconds, unaffected by other load on the machine.
  const cpuTime = async (email: string) => {
    const before = process.cpuUsage()
    await signIn({ email, password: 'Wrong-horse-1' }, `192.0.2.${Math.ceil(Math.random() * 200)}`)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await cpuTime('nobody@parley.test') // the first one creates the dummy hash
  // The fastest of several, taken in turns: other work in the process only adds time.
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let n = 0; n < 7; n++) {
    fastest.known = Math.min(fastest.known, await cpuTime(credentials.email))
    fastest.unknown = Math.min(fastest.unknown, await cpuTime('nobody@parley.test'))
  }
  // Without the dummy hash it is less than a third.
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 2)
})

test('after ten wrong passwords from one address the account is locked there with Retry-After, and then the right one works', async () => {
  for (let n = 0; n < 10; n++)
    expect((await signIn({ ...credentials, password: 'Wrong-horse-1' })).statusCode).toBe(400)
  const refused = await signIn(credentials)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('900')
  expect(refused.json()).toMatchObject({ status: 'error', message: expect.stringContaining('900 seconds') })
  expect((await signIn(credentials, '198.51.100.7')).statusCode, 'from another address').toBe(200)

  t.clock.advance(600_000)
  expect(
    (await signIn(credentials)).headers['retry-after'],
    'attempts while locked do not extend the lock',
  ).toBe('300')
  t.clock.advance(301_000)
  expect((await signIn(credentials)).statusCode).toBe(200)
})

test('a forged client address does not reset the rate limit', async () => {
  for (let n = 0; n < 10; n++)
    await signIn({ ...credentials, password: 'Wrong-horse-1' }, '192.0.2.44', {
      'x-forwarded-for': `203.0.113.${n}`,
    })
  const forgedHeaders = {
    'x-forwarded-for': '203.0.113.99',
    'x-real-ip': '203.0.113.99',
    forwarded: 'for=203.0.113.99',
  }
  expect((await signIn(credentials, '192.0.2.44', forgedHeaders)).statusCode).toBe(429)
})

test('a successful sign-in refunds only its own attempt, not attempts on other accounts', async () => {
  for (let n = 0; n < 60; n++) {
    await signIn({ email: `victim${n}@parley.test`, password: 'Wrong-horse-1' })
    if (n % 20 === 5) await signIn(credentials)
  }
  expect((await signIn(credentials)).statusCode).toBe(429)
})

test('a disabled account is revealed only with the right password', async () => {
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

test('a change with a session needs the CSRF header; reads and API keys do not', async () => {
  const reply = await signIn(credentials)
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
  expect((await getMe(cookies)).statusCode).toBe(200)
})

const day = 86_400_000

test('a session is extended by use, and expires fourteen days after its last use', async () => {
  const token = cookieOf(await signIn(credentials), 'parley_session')?.value ?? ''
  t.clock.advance(13 * day)
  expect((await getMe({ parley_session: token })).statusCode).toBe(200)
  t.clock.advance(14 * day + 1)
  const expired = await getMe({ parley_session: token })
  expect(expired.statusCode).toBe(401)
  expect(cookieOf(expired, 'parley_session')?.value).toBe('')
  await purgeExpired(t.db, t.clock.now())
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('signing out ends only this session; a stale cookie still shows the sign-in page', async () => {
  const [here, there] = [await signIn(credentials), await signIn(credentials)].map(
    (reply) => cookieOf(reply, 'parley_session')?.value ?? '',
  )
  const signedOut = await t.app.inject({ url: '/logout', cookies: { parley_session: here ?? '' } })
  expect([signedOut.statusCode, signedOut.headers.location]).toEqual([302, '/'])
  expect((await getMe({ parley_session: here ?? '' })).statusCode).toBe(401)
  expect((await getMe({ parley_session: there ?? '' })).statusCode).toBe(200)
  expect(
    (await t.app.inject({ url: '/api/v1/config', cookies: { parley_session: here ?? '' } })).statusCode,
  ).toBe(200)
})

test('only the public settings are returned without a session', async () => {
  const settings = async (cookies: Record<string, string>) =>
    (await t.app.inject({ url: '/api/v1/settings/general', cookies })).json().data
  // The favicon is one of them, if there is one.
  expect(Object.keys(await settings({})).sort()).toEqual([
    'app.lang',
    'app.logo_url',
    'app.root_url',
    'app.site_name',
  ])
  const token = cookieOf(await signIn(credentials), 'parley_session')?.value ?? ''
  expect(await settings({ parley_session: token })).toMatchObject({
    'app.max_file_upload_size': 20,
    'app.version': 'test',
  })
})

test('changed settings are logged field by field, and saving the same values again logs nothing', async () => {
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

test('the texts of a language are returned without an envelope, and English for an unknown language', async () => {
  const english = (await t.app.inject('/api/v1/lang/en')).json()
  expect(english['_.code']).toBe('en')
  for (const code of ['xx', '..%2F..%2Fpackage', 'EN'])
    expect((await t.app.inject(`/api/v1/lang/${code}`)).json()).toEqual(english)
})
