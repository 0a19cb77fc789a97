import { readFile } from 'node:fs/promises'
import type { AnyView } from '@parley/contract/views/shared-views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { agentRolePermissions } from '../../first-start.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

type Browser = Awaited<ReturnType<TestApp['as']>>
let t: TestApp
let team: { id: number; name: string }
let manager: Actor
let member: Actor
let managerBrowser: Browser
let memberBrowser: Browser
let strangerBrowser: Browser

beforeAll(async () => {
  t = await startTestApp()
  team = await t.make.team('Billing')
  manager = await t.make.agent({ permissions: t.make.allPermissions })
  member = await t.make.agent({ team_ids: [team.id] })
  managerBrowser = await t.as(manager)
  memberBrowser = await t.as(member)
  strangerBrowser = await t.as(await t.make.agent())
})
afterAll(() => t.stop())

const high = { model: 'conversations', field: 'priority_id', operator: 'equals', value: '3' }
async function create(values: object, by = managerBrowser): Promise<AnyView> {
  const { status, body } = await by.post('/api/v1/views', { name: 'Shared', filters: [high], ...values })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const teamView = (values: object = {}) => create({ visibility: 'team', team_id: team.id, ...values })
const listIds = async (by: Browser): Promise<number[]> =>
  (await by.get('/api/v1/views')).body.data.map((view: AnyView) => view.id)
const eventsAbout = (id: number) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes', 'data'])
    .where('object_type', 'in', ['view', 'shared_view'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()

test('a view of a team is seen by its members, one of everyone by everyone, and neither under /views/me', async () => {
  const [own, ofTeam, ofAll] = [
    await create({ visibility: 'user' }, memberBrowser),
    await teamView(),
    await create({ visibility: 'all' }),
  ]
  expect(own).toMatchObject({ visibility: 'user', user_id: member.id, team_id: null })
  expect(ofTeam).toMatchObject({ visibility: 'team', user_id: null, team_id: team.id })
  expect(ofAll).toMatchObject({ visibility: 'all', user_id: null, team_id: null })
  expect(await listIds(memberBrowser)).toEqual([own.id, ofTeam.id, ofAll.id])
  expect(await listIds(strangerBrowser)).toEqual([ofAll.id])
  expect(await listIds(managerBrowser), 'managers see those of every team').toEqual([ofTeam.id, ofAll.id])
  const mine = (await memberBrowser.get('/api/v1/views/me')).body.data
  expect(mine.map(({ id }: AnyView) => id)).toEqual([own.id])
  expect(Object.keys(mine[0]).sort()).toEqual(
    ['created_at', 'filters', 'id', 'name', 'updated_at', 'user_id'].sort(),
  )
  for (const path of [`/api/v1/views/${ofTeam.id}`, `/api/v1/views/${ofTeam.id}/conversations`]) {
    expect((await memberBrowser.get(path)).status).toBe(200)
    expect((await managerBrowser.get(path)).status).toBe(200)
    expect((await strangerBrowser.get(path)).body.message).toBe('View not found')
  }
  expect((await managerBrowser.get(`/api/v1/views/${own.id}`)).status, 'personal stays personal').toBe(404)
  expect((await managerBrowser.put(`/api/v1/views/${own.id}`, { name: 'Taken over' })).status).toBe(404)
  expect((await managerBrowser.del(`/api/v1/views/${own.id}`)).status).toBe(404)
  for (const id of [ofTeam.id, ofAll.id]) {
    expect((await managerBrowser.get(`/api/v1/views/me/${id}`)).status).toBe(404)
    expect((await managerBrowser.put(`/api/v1/views/me/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await managerBrowser.del(`/api/v1/views/me/${id}`)).status).toBe(404)
  }
})

test('only those who manage shared views create, change, order and delete them', async () => {
  const { id } = await create({ visibility: 'all', name: 'Untouched' })
  const own = await create({}, memberBrowser)
  const before = await t.db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirst()
  const message = 'Your role doesn’t allow you to change shared views'
  for (const reply of [
    await memberBrowser.post('/api/v1/views', { name: 'Shared', filters: [high], visibility: 'all' }),
    await memberBrowser.put(`/api/v1/views/${id}`, { name: 'Taken over' }),
    await memberBrowser.put(`/api/v1/views/${id}/position`, { before_id: null }),
    await memberBrowser.del(`/api/v1/views/${id}`),
    await memberBrowser.put(`/api/v1/views/${id}`, { visibility: 'user' }),
    await memberBrowser.put(`/api/v1/views/${own.id}`, { visibility: 'all' }),
  ])
    expect([reply.status, reply.body.message]).toEqual([403, message])
  const after = await t.db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirst()
  expect(after).toEqual(before)

  const onlyShared = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'shared_views:manage'] }),
  )
  const personal = await onlyShared.post('/api/v1/views', { name: 'Mine', filters: [high] })
  expect([personal.status, personal.body.message]).toEqual([403, 'Your role doesn’t allow personal views'])
  expect((await onlyShared.put(`/api/v1/views/${id}`, { visibility: 'user' })).status).toBe(403)
  expect((await onlyShared.put(`/api/v1/views/${id}`, { name: 'Renamed' })).status).toBe(200)
})

test('a team view needs an existing team, and other views have none', async () => {
  for (const [team_id, message] of [
    [null, 'Choose the team that this view is for'],
    [999_999, 'This team doesn’t exist'],
  ]) {
    const reply = await managerBrowser.post('/api/v1/views', {
      ...{ name: 'Shared', filters: [high], visibility: 'team', team_id },
    })
    expect([reply.status, reply.body.errors]).toEqual([400, [{ path: 'team_id', message }]])
  }
  expect(await create({ visibility: 'all', team_id: team.id })).toMatchObject({ team_id: null })
  const view = await teamView()
  expect((await managerBrowser.put(`/api/v1/views/${view.id}`, { team_id: null })).status).toBe(400)
})

test('sharing and no longer sharing a view keeps it, and is recorded for those who see the difference', async () => {
  const { id } = await create({ name: 'Journey' })
  const change = async (body: object) =>
    (await managerBrowser.put(`/api/v1/views/${id}`, body)).body.data as AnyView
  expect(await change({ visibility: 'team', team_id: team.id })).toMatchObject({
    name: 'Journey',
    user_id: null,
  })
  expect(await listIds(memberBrowser)).toContain(id)
  expect(await change({ visibility: 'all' })).toMatchObject({ visibility: 'all', team_id: null })
  expect(await listIds(strangerBrowser)).toContain(id)
  expect(await change({ visibility: 'user' })).toMatchObject({ visibility: 'user', user_id: manager.id })
  expect(await listIds(memberBrowser)).not.toContain(id)
  await change({ name: 'Private again' })
  expect(await eventsAbout(id)).toMatchObject([
    { type: 'view.created', data: { owner_id: manager.id } },
    {
      type: 'shared_view.created',
      changes: { name: [null, 'Journey'], visibility: [null, 'team'], team_id: [null, team.id] },
      data: { team_ids: [team.id], everyone: false },
    },
    {
      type: 'shared_view.changed',
      changes: { visibility: ['team', 'all'], team_id: [team.id, null] },
      data: { team_ids: [team.id], everyone: true },
    },
    {
      type: 'shared_view.deleted',
      changes: { name: ['Journey', null], visibility: ['all', null] },
      data: { team_ids: [], everyone: true },
    },
    { type: 'view.changed', changes: { name: ['Journey', 'Private again'] }, data: { owner_id: manager.id } },
  ])
  const query = encodeURIComponent(
    JSON.stringify([
      { model: 'activity_logs', field: 'target_model_type', operator: 'equals', value: 'shared_view' },
    ]),
  )
  const log = (await managerBrowser.get(`/api/v1/activity-logs?filters=${query}`)).body.data.results
  expect(JSON.stringify(log)).not.toContain('Private again')
  expect(log.find((entry: { target_model_id: number }) => entry.target_model_id === id)).toMatchObject({
    activity_type: 'shared_view.deleted',
    target_name: 'Journey',
    target_exists: false,
  })
})

test('a change based on an old version is refused', async () => {
  const { id } = await create({ visibility: 'all', name: 'Versioned' })
  const path = `/api/v1/views/${id}`
  const version = (await managerBrowser.get(path)).headers.etag as string
  const put = (name: string) =>
    t.app.inject({
      ...{ method: 'PUT', url: path, payload: { name } },
      headers: {
        ...{ 'if-match': version, 'x-csrftoken': 'c' },
        cookie: `parley_session=${managerBrowser.token}; csrf_token=c`,
      },
    })
  expect((await put('First')).statusCode).toBe(200)
  expect((await put('Second')).statusCode).toBe(412)
})

test('a shared view shows each agent what they may see, and "me" is whoever looks', async () => {
  const permissions = ['conversations:read', 'conversations:read_assigned', 'conversations:read_unassigned']
  const [ana, bob] = [await t.make.agent({ permissions }), await t.make.agent({ permissions })]
  const subject = 'About sharing'
  const [anas, bobs, untaken] = [
    await t.make.conversation({ subject, assigned_user_id: ana.id }),
    await t.make.conversation({ subject, assigned_user_id: bob.id }),
    await t.make.conversation({ subject }),
  ]
  const about = { field: 'subject', operator: 'contains', value: subject }
  const list = async (view: AnyView, agent: Actor): Promise<string[]> =>
    (await (await t.as(agent)).get(`/api/v1/views/${view.id}/conversations`)).body.data.results
      .map(({ uuid }: { uuid: string }) => uuid)
      .sort()
  const all = await create({ visibility: 'all', filters: [about] })
  expect(await list(all, ana)).toEqual([anas.uuid, untaken.uuid].sort())
  expect(await list(all, bob)).toEqual([bobs.uuid, untaken.uuid].sort())

  const mine = (operator: string, value: unknown) =>
    create({ visibility: 'all', filters: [about, { field: 'assigned_user_id', operator, value }] })
  const equals = await mine('equals', 'me')
  expect(await list(equals, ana)).toEqual([anas.uuid])
  expect(await list(equals, bob)).toEqual([bobs.uuid])
  const among = await mine('in', JSON.stringify(['me', String(bob.id)]))
  expect(await list(among, ana)).toEqual([anas.uuid])
  expect((await list(among, manager)).sort()).toEqual([bobs.uuid])
  const others = await mine('not equals', 'me')
  expect(await list(others, manager)).toEqual([anas.uuid, bobs.uuid].sort())
  const refused = await managerBrowser.post('/api/v1/views', {
    ...{ name: 'Shared', visibility: 'all' },
    filters: [{ field: 'assigned_team_id', operator: 'equals', value: 'me' }],
  })
  expect(refused.status).toBe(400)

  const counts = (await (await t.as(ana)).get('/api/v1/conversations/counts')).body.data.views
  expect(counts).toContainEqual({ id: all.id, count: 2 })
  expect(counts).toContainEqual({ id: equals.id, count: 1 })
})

test('views of other teams are not counted, and personal ones only with the permission for them', async () => {
  const view = await teamView({ name: 'Counted for the team' })
  const countedIds = async (by: Browser) =>
    (await by.get('/api/v1/conversations/counts')).body.data.views.map(({ id }: { id: number }) => id)
  expect(await countedIds(memberBrowser)).toContain(view.id)
  expect(await countedIds(managerBrowser)).not.toContain(view.id)
  const permissions = agentRolePermissions.filter((permission) => permission !== 'view:manage')
  const reader = await t.make.agent({ permissions })
  await t.db
    .insertInto('views')
    .values({ name: 'Old', agent_id: reader.id, created_at: t.clock.now(), updated_at: t.clock.now() })
    .execute()
  const readerBrowser = await t.as(reader)
  const ids = await listIds(readerBrowser)
  expect(ids).toEqual((await listIds(strangerBrowser)).filter((id) => ids.includes(id)))
  expect(await countedIds(readerBrowser)).toEqual(ids)
})

test('an API key for one inbox lists its conversations in a shared view, and cannot change shared views', async () => {
  const [own, other] = [await t.make.inbox(), await t.make.inbox()]
  const subject = 'Within one inbox'
  const c = await t.make.conversation({ subject, inbox_id: own.id })
  await t.make.conversation({ subject, inbox_id: other.id })
  const view = await create({
    ...{ visibility: 'all', name: 'Both inboxes' },
    filters: [{ field: 'subject', operator: 'equals', value: subject }],
  })
  const key = (await managerBrowser.post(`/api/v1/agents/${manager.id}/api-key`, { inbox_ids: [own.id] }))
    .body.data
  const send = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
    t.app.inject({
      ...{ method, url, headers: { authorization: `token ${key.api_key}:${key.api_secret}` } },
      ...(payload && { payload }),
    })
  const { results } = (await send('GET', `/api/v1/views/${view.id}/conversations`)).json().data
  expect(results.map(({ uuid }: { uuid: string }) => uuid)).toEqual([c.uuid])
  expect((await send('PUT', `/api/v1/views/${view.id}`, { name: 'By key' })).statusCode).toBe(403)
  expect(
    (await send('POST', '/api/v1/views', { name: 'By key', filters: [high], visibility: 'all' })).statusCode,
  ).toBe(403)
})

test('deleting a team deletes its views, as the preview says', async () => {
  const doomed = await t.make.team()
  const { id } = await create({ visibility: 'team', team_id: doomed.id })
  const { effects } = (await managerBrowser.get(`/api/v1/teams/${doomed.id}/deletion`)).body.data
  expect(effects).toEqual([{ effect: 'views_deleted', count: 1, count_is_minimum: false }])
  expect((await managerBrowser.del(`/api/v1/teams/${doomed.id}`)).status).toBe(200)
  expect((await managerBrowser.get(`/api/v1/views/${id}`)).status).toBe(404)
})

test('the upgrade lets Admin and whoever manages macros manage shared views', async () => {
  const migration = await readFile(
    new URL('../../../migrations/0093_shared_views.sql', import.meta.url),
    'utf8',
  )
  const [granted, other] = [await t.make.role(['macros:manage']), await t.make.role(['view:manage'])]
  await t.db
    .updateTable('roles')
    .set({ permissions: ['messages:read'] })
    .where('name', '=', 'Admin')
    .execute()
  await t.pool.query(migration.slice(migration.indexOf('update roles')))
  const roles = await t.db.selectFrom('roles').select(['id', 'name', 'permissions']).execute()
  expect(roles.find(({ id }) => id === granted.id)?.permissions).toEqual([
    'macros:manage',
    'shared_views:manage',
  ])
  expect(roles.find(({ id }) => id === other.id)?.permissions).toEqual(['view:manage'])
  expect(roles.find(({ name }) => name === 'Admin')?.permissions).toEqual([
    'messages:read',
    'shared_views:manage',
  ])
})
