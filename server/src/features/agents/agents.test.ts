import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import { eventually } from '../../testing/web-sockets.ts'
import { admin, adminId, agentBody, eventsAbout, path, sendAvatar, setUpAgents, t } from './agents-suite.ts'
import { updateAgent } from './write-agent.ts'

setUpAgents()

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

test('a picture of more than 2 MB is refused', async () => {
  const ana = await t.make.agent()
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const send = (size: number) => {
    const padding = Buffer.alloc(size - photo.length) // ignored after the end of a JPEG
    return sendAvatar(ana, { name: 'me.jpg', type: 'image/jpeg', bytes: Buffer.concat([photo, padding]) })
  }
  const limit = 2 * 1024 * 1024
  expect(await send(limit)).toMatchObject({ status: 200 })
  expect(await send(limit + 1)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'files', message: 'This picture is larger than 2 MB. Choose a smaller one' }] },
  })
})
