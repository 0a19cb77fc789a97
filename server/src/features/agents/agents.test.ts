import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { eventually } from '../../testing/web-sockets.ts'
import { readApiKey } from '../auth/authenticate.ts'
import { findActorByAgentId } from '../auth/load-actor.ts'
import { randomAlphanumeric } from './api-key.ts'
import { markInactiveOffline } from './mark-inactive-offline.ts'
import { updateAgent } from './write-agent.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
let adminId: number
beforeAll(async () => {
  t = await startTestApp()
  const row = await t.db
    .selectFrom('agents')
    .select('id')
    .where('email', '=', 'ada@parley.test')
    .executeTakeFirstOrThrow()
  adminId = row.id
  admin = await t.as(row)
})
afterAll(() => t.stop())

let n = 0
const agentBody = (values: object = {}) => ({
  first_name: 'Bo',
  last_name: 'Berg',
  email: `bo${++n}@parley.test`,
  roles: ['Agent'],
  teams: [],
  ...values,
})
const path = (id: number, rest = '') => `/api/v1/agents/${id}${rest}`
const eventsAbout = async (id: number) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes', 'actor_id'])
    .where('object_type', '=', 'agent')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
const signIn = (email: string, password: string) =>
  t.send({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } })

test('roles and teams can be given as names or as the objects that older clients received', async () => {
  const [one, other] = [await t.make.team(), await t.make.team()]
  const created = await admin.post(
    '/api/v1/agents',
    agentBody({ roles: [{ id: 1, name: 'Agent' }], teams: [{ id: one.id, name: one.name, emoji: null }] }),
  )
  expect(created).toMatchObject({
    status: 200,
    body: { data: { roles: ['Agent'], teams: [{ name: one.name }] } },
  })
  const { id, email } = created.body.data
  const mixedBody = agentBody({ email, teams: [other.name, { name: one.name }], enabled: true })
  expect((await admin.put(path(id), mixedBody)).status).toBe(200)
  const names = (await admin.get(path(id))).body.data.teams.map((team: { name: string }) => team.name)
  expect(names.sort()).toEqual([one.name, other.name].sort())
  for (const teams of [[{ id: one.id }], [7], 'Team', [{ name: 7 }]])
    expect((await admin.put(path(id), { ...mixedBody, teams })).status, JSON.stringify(teams)).toBe(400)
})

test('an agent can be created, changed and read, and the log shows who changed what', async () => {
  const team = await t.make.team()
  const created = await admin.post(
    '/api/v1/agents',
    agentBody({ email: ' New@Parley.TEST ', teams: [team.name, 'No team'] }),
  )
  expect(created).toMatchObject({
    status: 200,
    body: {
      data: {
        email: 'new@parley.test',
        roles: ['Agent'],
        teams: [{ id: team.id, name: team.name }],
        enabled: true,
        availability_status: 'offline',
        api_key: null,
      },
    },
  })
  const { id } = created.body.data
  const changed = await admin.put(path(id), {
    ...agentBody({ email: 'new@parley.test', roles: ['Admin', 'Nonsense'] }),
    last_name: 'Berger',
    enabled: true,
    availability_status: 'away_manual',
  })
  expect(changed.body.data).toMatchObject({
    last_name: 'Berger',
    roles: ['Admin'],
    teams: [],
    availability_status: 'away_manual',
  })
  expect((await admin.get(path(id))).body.data).toEqual(changed.body.data)
  expect((await admin.get('/api/v1/agents')).body.data.map((agent: { id: number }) => agent.id)).toContain(id)
  expect(await eventsAbout(id)).toMatchObject([
    {
      type: 'agent.created',
      actor_id: adminId,
      changes: { email: [null, 'new@parley.test'], roles: [null, ['Agent']] },
    },
    {
      type: 'agent.changed',
      changes: {
        last_name: ['Berg', 'Berger'],
        roles: [['Agent'], ['Admin']],
        teams: [[team.name], []],
        availability_status: ['offline', 'away_manual'],
      },
    },
  ])
})

test.each([
  ['no address', agentBody({ email: 'nonsense' }), 400, 'email'],
  ['no name', agentBody({ first_name: ' ' }), 400, 'first_name'],
  ['no roles', agentBody({ roles: [] }), 400, 'roles'],
  ['null for roles', agentBody({ roles: null }), 400, 'roles'],
  ['unknown roles', agentBody({ roles: ['Nonsense'] }), 400, 'roles'],
  ['a name of 141 letters', agentBody({ first_name: 'x'.repeat(141) }), 400, 'first_name'],
  ['a taken address in different case', agentBody({ email: 'ADA@parley.test' }), 409, undefined],
])('an agent with %s is rejected and leaves no trace', async (_what, body, status, field) => {
  const before = [await t.db.selectFrom('agents').select('id').execute(), await t.events()]
  const reply = await admin.post('/api/v1/agents', body)
  expect(reply).toMatchObject({ status })
  if (field) expect(reply.body).toMatchObject({ error_type: 'InputException', errors: [{ path: field }] })
  else expect(reply.body).toMatchObject({ error_type: 'ConflictException' })
  expect([await t.db.selectFrom('agents').select('id').execute(), await t.events()]).toEqual(before)
})

test('the calling code of a phone number with country "DE" is "+49", as for contacts', async () => {
  const { body } = await admin.post('/api/v1/agents', agentBody())
  const { id } = body.data
  const phone = { phone_number: '30 901820', phone_number_country_code: 'DE' }
  await t.db.updateTable('agents').set(phone).where('id', '=', id).execute()
  expect((await admin.get(path(id))).body.data).toMatchObject({ ...phone, phone_number_calling_code: '+49' })
})

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

test('deleting an agent unassigns their active conversations with an activity line each, and frees the address', async () => {
  const created = (await admin.post('/api/v1/agents', agentBody())).body.data
  const browser = await t.as(created)
  const open = await t.make.conversation({ assigned_user_id: created.id })
  const closed = await t.make.conversation({ assigned_user_id: created.id })
  await admin.put(`/api/v1/conversations/${closed.uuid}/status`, { status: 'Closed' })

  expect(await admin.del(path(created.id))).toMatchObject({ status: 200, body: { data: true } })

  expect((await browser.get('/api/v1/agents/me')).status).toBe(401)
  expect((await admin.get(path(created.id))).status).toBe(404)
  expect((await admin.del(path(created.id))).status).toBe(404)
  expect(await t.events(open.id)).toContain('conversation.user_removed')
  expect((await admin.get(`/api/v1/conversations/${open.uuid}`)).body.data).toMatchObject({
    assigned_user_id: null,
  })
  expect(await t.events(closed.id)).not.toContain('conversation.user_removed')
  expect((await eventsAbout(created.id)).map((event) => event.type)).toEqual([
    'agent.created',
    'agent.deleted',
    'session.ended',
  ])
  expect((await admin.post('/api/v1/agents', agentBody({ email: created.email }))).status).toBe(200)
})

test('the last administrator cannot be deleted, disabled or demoted, and no agent can delete or disable themselves', async () => {
  const others = await t.db
    .selectFrom('agent_roles as ar')
    .innerJoin('roles as r', 'r.id', 'ar.role_id')
    .select('ar.agent_id')
    .where('r.name', '=', 'Admin')
    .where('ar.agent_id', '<>', adminId)
    .execute()
  const deputy = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  for (const { agent_id } of others) expect((await admin.del(path(agent_id))).status).toBe(200)

  const self = agentBody({ email: 'ada@parley.test', first_name: 'Admin', last_name: '', roles: ['Admin'] })
  const refusals = [
    await deputy.del(path(adminId)),
    await deputy.put(path(adminId), { ...self, enabled: false }),
    await deputy.put(path(adminId), { ...self, enabled: true, roles: ['Agent'] }),
    await admin.put(path(adminId), { ...self, enabled: true, roles: ['Agent'] }),
  ]
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ status: 409, body: { error_type: 'ConflictException' } })
  expect(await admin.del(path(adminId))).toMatchObject({ status: 400 })
  expect(await admin.put(path(adminId), { ...self, enabled: false })).toMatchObject({ status: 400 })
  expect(await admin.del(path(t.system.id))).toMatchObject({ status: 404 })
  expect((await admin.get('/api/v1/agents/me')).body.data).toMatchObject({ roles: ['Admin'], enabled: true })
})

test('of two administrators who demote each other at the same time, the second is rejected', async () => {
  const second = (await admin.post('/api/v1/agents', agentBody({ roles: ['Admin'] }))).body.data
  const [ada, bo] = await Promise.all([
    findActorByAgentId(t.db, adminId),
    findActorByAgentId(t.db, second.id),
  ])
  if (!ada || !bo) throw new Error('no administrators')
  const demoted = (email: string) => ({ ...agentBody({ email, roles: ['Agent'] }), enabled: true })
  const { promise: written, resolve: markWritten } = Promise.withResolvers<void>()
  const { promise: commitAllowed, resolve: commit } = Promise.withResolvers<void>()
  const first = t.act(ada, async (tx) => {
    await updateAgent(tx, second.id, demoted(second.email), null)
    markWritten()
    await commitAllowed
  })
  await written
  const other = t.act(bo, (tx) => updateAgent(tx, adminId, demoted('ada@parley.test'), null))
  const refusal = expect(other).rejects.toThrow('last administrator')
  await eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      t.db,
    )
    return rows[0]?.waiting === 1
  })
  commit()
  await first
  await refusal
  expect((await admin.get('/api/v1/agents/me')).body.data).toMatchObject({ roles: ['Admin'] })
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

test('agents set their availability, and only the five known values are accepted', async () => {
  const ana = await t.make.agent()
  const browser = await t.as(ana)
  for (const status of ['online', 'away', 'away_manual', 'away_and_reassigning', 'offline', 'offline'])
    expect((await browser.put('/api/v1/agents/me/availability', { status })).body.data).toMatchObject({
      id: ana.id,
      availability_status: status,
    })
  expect((await eventsAbout(ana.id)).map((event) => event.type)).toEqual(
    Array(5).fill('agent.availability_changed'),
  )
  expect(await browser.put('/api/v1/agents/me/availability', { status: 'gone' })).toMatchObject({
    status: 400,
  })
})

test('idleness in any browser does not override an availability that the agent chose', async () => {
  const browser = await t.as(await t.make.agent())
  const setStatus = async (status: string) =>
    (await browser.put('/api/v1/agents/me/availability', { status })).body.data.availability_status
  for (const chosenStatus of ['away_manual', 'away_and_reassigning']) {
    expect(await setStatus(chosenStatus)).toBe(chosenStatus)
    expect(await setStatus('away')).toBe(chosenStatus)
    expect(await setStatus('online')).toBe('online')
  }
  expect(await setStatus('away')).toBe('away')
})

test('an agent without activity for five minutes goes offline; one who is away on purpose stays away', async () => {
  const people = await Promise.all(
    ['online', 'away', 'away_manual', 'away_and_reassigning'].map(async (status) => {
      const agent = await t.make.agent()
      await (await t.as(agent)).put('/api/v1/agents/me/availability', { status })
      return agent
    }),
  )
  const sweep = async () => {
    await t.act(t.system, markInactiveOffline)
    return Promise.all(
      people.map(
        async (agent) => (await (await t.as(agent)).get('/api/v1/agents/me')).body.data.availability_status,
      ),
    )
  }
  t.clock.advance(4 * 60_000)
  expect(await sweep()).toEqual(['online', 'away', 'away_manual', 'away_and_reassigning'])
  t.clock.advance(61_000)
  expect(await sweep()).toEqual(['offline', 'offline', 'away_manual', 'away_and_reassigning'])
  await sweep()
  const [first] = people
  expect((await eventsAbout(first?.id ?? 0)).map((event) => event.changes)).toEqual([
    { availability_status: ['offline', 'online'] },
    { availability_status: ['online', 'offline'] },
  ])
})

async function sendAvatar(actor: Pick<Actor, 'id'>, file: Parameters<typeof multipartForm>[0]) {
  const { payload, headers } = await multipartForm(file)
  return (await t.as(actor)).put('/api/v1/agents/me', payload, headers)
}

test("an agent's own picture is re-encoded, shown to colleagues, replaced and removed", async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'where I live' } })
    .toBuffer()
  const { avatar_url } = (await sendAvatar(ana, { name: 'me.jpg', type: 'image/jpeg', bytes: photo })).body
    .data
  expect(avatar_url).toMatch(/^\/uploads\/[0-9a-f-]{36}$/)
  const fetchAvatar = async (url: string) =>
    t.app.inject({ url, headers: { cookie: `parley_session=${(await t.as(bo)).token}` } })
  const picture = await fetchAvatar(avatar_url)
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
  expect(picture.rawPayload.includes('where I live')).toBe(false)

  const second = (
    await sendAvatar(ana, { name: 'me.gif', type: 'image/gif', bytes: await sharp(photo).gif().toBuffer() })
  ).body.data.avatar_url
  expect([(await fetchAvatar(avatar_url)).statusCode, (await fetchAvatar(second)).statusCode]).toEqual([
    404, 200,
  ])
  expect(await (await t.as(ana)).del('/api/v1/agents/me/avatar')).toMatchObject({ body: { data: true } })
  expect(await (await t.as(ana)).del('/api/v1/agents/me/avatar')).toMatchObject({ body: { data: true } })
  expect((await fetchAvatar(second)).statusCode).toBe(404)
  expect((await (await t.as(bo)).get('/api/v1/agents/compact')).body.data).toContainEqual(
    expect.objectContaining({ id: ana.id, avatar_url: null }),
  )
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
