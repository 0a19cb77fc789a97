import { activityKinds } from '@parley/contract/activity-log/activity-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookups } from '../../realtime/frames.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
let actor: { id: number }
beforeAll(async () => {
  t = await startTestApp()
  actor = await t.make.agent({ first_name: 'Log', permissions: t.make.allPermissions })
  admin = await t.as(actor)
})
afterAll(() => t.stop())

type Row = { field: string; operator?: string; value: unknown }
const path = (rows: Row[], more = '') =>
  `/api/v1/activity-logs?page=1&page_size=20${more}&filters=${encodeURIComponent(
    JSON.stringify(rows.map((row) => ({ model: 'activity_logs', operator: 'equals', ...row }))),
  )}`
const log = async (rows: Row[], more = '') => (await admin.get(path(rows, more))).body.data
const byMe = () => ({ field: 'actor_id', value: String(actor.id) })

test('a change is told with who, what, before and after, the newest first', async () => {
  const role = (await admin.post('/api/v1/roles', { name: 'Logged', permissions: ['messages:read'] })).body
    .data
  await admin.put(`/api/v1/roles/${role.id}`, { name: 'Logged twice', permissions: ['messages:read'] })
  await admin.del(`/api/v1/roles/${role.id}`)
  const { results, total } = await log([byMe(), { field: 'target_model_type', value: 'role' }])
  expect(total).toBe(3)
  expect(results).toMatchObject([
    { activity_type: 'role.deleted', target_name: 'Logged twice' },
    {
      activity_type: 'role.changed',
      activity_description: 'Log changed role Logged twice',
      actor_name: 'Log',
      actor_kind: 'agent',
      changes: [{ field: 'name', before: 'Logged', after: 'Logged twice' }],
    },
    { activity_type: 'role.created', activity_description: 'Log created role Logged' },
  ])
})

test('sign-ins and availability have the words that old clients know, with the address', async () => {
  const password = 'Correct-horse-3'
  const made = (
    await admin.post('/api/v1/agents', {
      first_name: 'Ines',
      email: 'ines.log@parley.test',
      roles: ['Agent'],
    })
  ).body.data
  await admin.put(`/api/v1/agents/${made.id}`, {
    ...{ first_name: 'Ines', email: made.email, roles: ['Agent'], enabled: true },
    new_password: password,
  })
  const login = { email: made.email, password }
  expect((await t.send({ method: 'POST', url: '/api/v1/auth/login', payload: login })).status).toBe(200)
  const ines = await t.as(made)
  for (const status of ['online', 'away', 'online', 'away_manual', 'away_and_reassigning', 'offline'])
    await ines.put('/api/v1/agents/me/availability', { status })
  await ines.put('/api/v1/agents/me/preferences', { undo_seconds: 7 })
  const { results } = await log([{ field: 'actor_id', value: made.id }], '&order=asc')
  expect(results.map((entry: { activity_type: string }) => entry.activity_type)).toEqual([
    'agent_login',
    'agent_online',
    'agent_away',
    'agent_away_reassigned',
  ])
  expect(results[0]).toMatchObject({ target_model_id: made.id, ip: '127.0.0.1' })
  expect(
    (
      await log([
        { field: 'activity_type', value: 'agent_away' },
        { field: 'actor_id', value: made.id },
      ])
    ).total,
  ).toBe(1)
  // Of the password only that it changed.
  const secret = await log([byMe(), { field: 'activity_type', value: 'agent.changed' }])
  expect(JSON.stringify(secret)).not.toMatch(/argon2|Correct-horse/)
  expect(secret.results[0].changes).toContainEqual({ field: 'password', before: null, after: null })
})

test('pages, cursors and dates narrow it', async () => {
  for (const name of ['log a', 'log b', 'log c']) await admin.post('/api/v1/tags', { name })
  const tags = [byMe(), { field: 'target_model_type', value: 'tag' }]
  const first = (await admin.get(path(tags).replace('page_size=20', 'page_size=2'))).body.data
  expect(first).toMatchObject({ total: 3, total_pages: 2 })
  const next = (
    await admin.get(`${path(tags).replace('page_size=20', 'page_size=2')}&cursor=${first.next_cursor}`)
  ).body.data
  expect(next).toMatchObject({ results: [{ target_name: 'log a' }], next_cursor: null })
  const future = new Date(t.clock.now().getTime() + 86_400_000).toISOString()
  expect((await log([...tags, { field: 'created_at', operator: 'greater than', value: future }])).total).toBe(
    0,
  )
})

test.each([
  ['a field there is not', path([{ field: 'password', value: 'x' }])],
  ['a sort there is not', '/api/v1/activity-logs?order_by=activity_logs.changes'],
  ['another list’s cursor', '/api/v1/activity-logs?cursor=bm9uZQ'],
])('%s is refused', async (_what, url) => {
  expect(await admin.get(url)).toMatchObject({ status: 400, body: { error_type: 'InputException' } })
})

test('nothing of conversations, contacts or somebody’s own views is in it', async () => {
  await t.make.conversation()
  const { results } = await log([])
  for (const { target_model_type } of results) expect(activityKinds).toContain(target_model_type)
  // The first start acts before anybody is there.
  expect(await log([{ field: 'target_model_type', value: 'settings' }])).toMatchObject({
    results: [{ activity_type: 'settings.changed', actor_id: null }],
  })
})

test('ids in a change have names, and what is gone has no page', async () => {
  const hours = (
    await admin.post('/api/v1/business-hours', { name: 'Logged hours', is_always_open: true, hours: {} })
  ).body.data
  const team = (await admin.post('/api/v1/teams', { name: 'Logged team', business_hours_id: hours.id })).body
    .data
  const ofTeam = [byMe(), { field: 'target_model_type', value: 'team' }]
  const [made] = (await log(ofTeam)).results
  expect(made.target_exists).toBe(true)
  expect(made.changes).toContainEqual(
    expect.objectContaining({ field: 'business_hours_id', after: hours.id, after_name: 'Logged hours' }),
  )
  await admin.del(`/api/v1/teams/${team.id}`)
  await admin.del(`/api/v1/business-hours/${hours.id}`)
  const { results } = await log(ofTeam)
  expect(results[0]).toMatchObject({ target_name: 'Logged team', target_exists: false })
  expect(results[0].changes).toContainEqual(
    expect.objectContaining({ before: hours.id, before_name: `#${hours.id}` }),
  )
})

test('every kind that browsers are told of is in it, but for what is somebody’s own', () => {
  const kinds = Object.keys(lookups).filter((kind) => !['view', 'held_send'].includes(kind))
  expect(activityKinds.toSorted()).toEqual(kinds.toSorted())
})

test('the file holds the same, and no formula', async () => {
  await admin.post('/api/v1/tags', { name: '=cmd|calc' })
  const query = path([byMe(), { field: 'target_model_type', value: 'tag' }]).split('?')[1]
  const reply = await t.app.inject({
    url: `/api/v1/activity-logs/export?${query}`,
    headers: { cookie: `parley_session=${admin.token}` },
  })
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.headers['content-disposition']).toContain('activity-log.csv')
  expect(reply.body).toContain('Time,Who,By,Activity')
  expect(reply.body).toContain(",tag,'=cmd|calc,")
  expect(reply.body.trim().split('\r\n')).toHaveLength(
    1 + (await log([byMe(), { field: 'target_model_type', value: 'tag' }])).total,
  )
})
