import { expect, test } from 'vitest'
import { readApiKey } from '../../identity/authenticate.ts'
import { admin, adminId, agentBody, eventsAbout, path, sendAvatar, setUpAgents, t } from './agents-suite.ts'
import { randomAlphanumeric } from './api-key.ts'

setUpAgents()

const signIn = (email: string, password: string) =>
  t.send({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } })

test('a new password must be strong, works immediately, and ends every session', async () => {
  const created = (await admin.post('/api/v1/agents', agentBody())).body.data
  const browser = await t.as(created)
  const write = (new_password: string | null) =>
    admin.put(path(created.id), { ...agentBody({ email: created.email }), enabled: true, new_password })
  for (const weak of [
    'Short-1',
    'all-lower-case-1',
    'ALL-UPPER-CASE-1',
    'No-digits-here',
    'NoSymbols123',
    `Aa1-${'x'.repeat(70)}`,
  ])
    expect(await write(weak)).toMatchObject({ status: 400, body: { errors: [{ path: 'new_password' }] } })
  expect((await browser.get('/api/v1/agents/me')).status).toBe(200)

  expect((await write('Correct-horse-2')).status).toBe(200)
  expect((await browser.get('/api/v1/agents/me')).status).toBe(401)
  expect((await signIn(created.email, 'Correct-horse-2')).status).toBe(200)
  expect(JSON.stringify(await eventsAbout(created.id))).not.toContain('argon2')

  for (const emptyPassword of ['', null]) expect((await write(emptyPassword)).status).toBe(200)
  expect((await signIn(created.email, 'Correct-horse-2')).status).toBe(200)
})

test('a disabled agent is signed out immediately and cannot sign in, not even with an API key', async () => {
  const created = (await admin.post('/api/v1/agents', agentBody())).body.data
  const values = { ...agentBody({ email: created.email }), new_password: 'Correct-horse-2' }
  await admin.put(path(created.id), { ...values, enabled: true })
  const key = (await admin.post(path(created.id, '/api-key'))).body.data
  const browser = await t.as(created)
  const withKey = () =>
    t.send({ url: '/api/v1/agents/me', headers: { authorization: `token ${key.api_key}:${key.api_secret}` } })
  expect([(await browser.get('/api/v1/agents/me')).status, (await withKey()).status]).toEqual([200, 200])

  await admin.put(path(created.id), { enabled: false })
  expect((await browser.get('/api/v1/agents/me')).status).toBe(401)
  expect((await withKey()).status).toBe(403)
  expect((await signIn(created.email, 'Correct-horse-2')).status).toBe(403)
})

test('an API key works in every header format, is shown once, and stops working when removed', async () => {
  const created = (await admin.post('/api/v1/agents', agentBody())).body.data
  const first = (await admin.post(path(created.id, '/api-key'), {}, { 'idempotency-key': 'same' })).body.data
  expect(first.api_key).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(first.api_secret).toMatch(/^[A-Za-z0-9]{64}$/)
  const credentials = `${first.api_key}:${first.api_secret}`
  const me = async (authorization: string) =>
    (await t.send({ url: '/api/v1/agents/me', headers: { authorization } })).status
  for (const header of [
    `token ${credentials}`,
    `Bearer ${credentials}`,
    `Basic ${Buffer.from(credentials).toString('base64')}`,
  ])
    expect(await me(header)).toBe(200)
  for (const wrong of [
    `${first.api_key}:x`,
    `x:${first.api_secret}`,
    `${first.api_key}:${first.api_secret}x`,
  ])
    expect(await me(`token ${wrong}`)).toBe(401)
  const storedAgent = (await admin.get(path(created.id))).body.data
  expect(storedAgent).toMatchObject({
    api_key: first.api_key,
    api_key_last_used_at: t.clock.now().toISOString(),
  })
  expect(
    JSON.stringify([
      storedAgent,
      await eventsAbout(created.id),
      await t.db.selectFrom('idempotency_keys').selectAll().execute(),
      await t.db.selectFrom('agents').selectAll().execute(),
    ]),
  ).not.toContain(first.api_secret)

  const second = (await admin.post(path(created.id, '/api-key'))).body.data
  expect(await me(`token ${credentials}`)).toBe(401)
  expect(await me(`token ${second.api_key}:${second.api_secret}`)).toBe(200)
  expect(await admin.del(path(created.id, '/api-key'))).toMatchObject({ status: 200, body: { data: true } })
  expect(await me(`token ${second.api_key}:${second.api_secret}`)).toBe(401)
  expect((await admin.post(path(999_999, '/api-key'))).status).toBe(404)
})

test('a wrong API key does not fall back to the session, and other schemes leave the session alone', async () => {
  const { token } = await t.as(await t.make.agent())
  const get = async (authorization: string) =>
    (
      await t.send({
        url: '/api/v1/agents/me',
        headers: { authorization, cookie: `parley_session=${token}` },
      })
    ).status
  expect(await get('token aa:bb')).toBe(401)
  expect(await get('Digest something')).toBe(200)
  expect(readApiKey(`Basic ${Buffer.from('a:b:c').toString('base64')}`)).toBeNull()
})

test('random keys use the whole alphabet uniformly', () => {
  const text = randomAlphanumeric(62_000)
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // 1000 expected for each; tolerance of six standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190)
})

test.each([
  ['a text that claims to be a picture', 'me.png', 'image/png', Buffer.from('not a picture')],
  [
    'a drawing that could contain scripts',
    'me.svg',
    'image/svg+xml',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['more than 2 MB', 'me.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1)],
])("%s is not accepted as an agent's picture", async (_what, name, type, bytes) => {
  const ana = await t.make.agent()
  expect(await sendAvatar(ana, { name, type, bytes })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'files' }] },
  })
})

test('people who manage agents cannot grant administrative permissions they lack, nor take over anyone who has one', async () => {
  const manager = await t.make.agent({ permissions: ['users:manage', 'roles:manage'] })
  const managerBrowser = await t.as(manager)
  const { email, first_name } = (await admin.get(path(manager.id))).body.data
  const own = (await admin.get(path(manager.id))).body.data.roles
  const ownBody = (roles: string[]) => ({ first_name, last_name: '', email, roles, teams: [], enabled: true })
  const subordinate = (await managerBrowser.post('/api/v1/agents', agentBody())).body.data

  for (const refused of [
    await managerBrowser.put(path(manager.id), ownBody([...own, 'Admin'])),
    await managerBrowser.post('/api/v1/agents', agentBody({ roles: ['Admin'] })),
    await managerBrowser.put(path(subordinate.id), {
      ...agentBody({ email: subordinate.email, roles: ['Admin'] }),
      enabled: true,
    }),
    await managerBrowser.put(path(adminId), {
      ...agentBody({ roles: ['Admin'] }),
      enabled: true,
      new_password: 'Correct-horse-2',
    }),
    await managerBrowser.post(path(adminId, '/api-key')),
    await managerBrowser.del(path(adminId)),
    await managerBrowser.post('/api/v1/roles', {
      name: 'More',
      description: '',
      permissions: ['inboxes:manage'],
    }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error_type: 'PermissionException' } })

  expect((await managerBrowser.put(path(manager.id), ownBody(own))).status).toBe(200)
  expect((await managerBrowser.post(path(subordinate.id, '/api-key'))).status).toBe(200)
  const role = await managerBrowser.post('/api/v1/roles', {
    name: 'Readers',
    description: '',
    permissions: ['conversations:read', 'view:manage', 'users:manage'],
  })
  expect(role.status).toBe(200)
  expect(
    await managerBrowser.put(`/api/v1/roles/${role.body.data.id}`, {
      name: 'Readers',
      description: '',
      permissions: ['conversations:read', 'oidc:manage'],
    }),
  ).toMatchObject({ status: 403 })
})
