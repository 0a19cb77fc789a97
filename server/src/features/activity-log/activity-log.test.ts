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

test('a change is listed with actor, action, before and after, newest first', async () => {
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

test('sign-ins and availability use the types that old clients expect, with the IP address', async () => {
  const password = 'Correct-horse-3'
  const created = (
    await admin.post('/api/v1/agents', {
      first_name: 'Ines',
      email: 'ines.log@parley.test',
      roles: ['Agent'],
    })
  ).body.data
  await admin.put(`/api/v1/agents/${created.id}`, {
    ...{ first_name: 'Ines', email: created.email, roles: ['Agent'], enabled: true },
    new_password: password,
  })
  const login = { email: created.email, password }
  expect((await t.send({ method: 'POST', url: '/api/v1/auth/login', payload: login })).status).toBe(200)
  const ines = await t.as(created)
  for (const status of ['online', 'away', 'online', 'away_manual', 'away_and_reassigning', 'offline'])
    await ines.put('/api/v1/agents/me/availability', { status })
  await ines.put('/api/v1/agents/me/preferences', { undo_seconds: 7 })
  const { results } = await log([{ field: 'actor_id', value: created.id }], '&order=asc')
  expect(results.map((entry: { activity_type: string }) => entry.activity_type)).toEqual([
    'agent_login',
    'agent_online',
    'agent_away',
    'agent_away_reassigned',
  ])
  expect(results[0]).toMatchObject({ target_model_id: created.id, ip: '127.0.0.1' })
  expect(
    (
      await log([
        { field: 'activity_type', value: 'agent_away' },
        { field: 'actor_id', value: created.id },
      ])
    ).total,
  ).toBe(1)
  // Of a password, only the fact that it changed.
  const secret = await log([byMe(), { field: 'activity_type', value: 'agent.changed' }])
  expect(JSON.stringify(secret)).not.toMatch(/argon2|Correct-horse/)
  expect(secret.results[0].changes).toContainEqual({ field: 'password', before: null, after: null })
})

test('pages, cursors and dates narrow the list', async () => {
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
  ['an unknown field', path([{ field: 'password', value: 'x' }])],
  ['an unknown sort', '/api/v1/activity-logs?order_by=activity_logs.changes'],
  ['a cursor of another list', '/api/v1/activity-logs?cursor=bm9uZQ'],
])('%s is refused', async (_what, url) => {
  expect(await admin.get(url)).toMatchObject({ status: 400, body: { error_type: 'InputException' } })
})

test('the log contains nothing about conversations, contacts or personal views', async () => {
  await t.make.conversation()
  const { results } = await log([])
  for (const { target_model_type } of results) expect(activityKinds).toContain(target_model_type)
  // The first start acts before any agent exists.
  expect(await log([{ field: 'target_model_type', value: 'settings' }])).toMatchObject({
    results: [{ activity_type: 'settings.changed', actor_id: null }],
  })
})

test('ids in a change are shown with names, and a deleted target is marked as gone', async () => {
  const hours = (
    await admin.post('/api/v1/business-hours', { name: 'Logged hours', is_always_open: true, hours: {} })
  ).body.data
  const team = (await admin.post('/api/v1/teams', { name: 'Logged team', business_hours_id: hours.id })).body
    .data
  const ofTeam = [byMe(), { field: 'target_model_type', value: 'team' }]
  const [entry] = (await log(ofTeam)).results
  expect(entry.target_exists).toBe(true)
  expect(entry.changes).toContainEqual(
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

test('the log covers received emails, and every kind that browsers are notified of except personal ones', () => {
  const kinds = Object.keys(lookups).filter(
    (kind) => !['view', 'held_send', 'notification', 'retention_run'].includes(kind),
  )
  expect(activityKinds.toSorted()).toEqual([...kinds, 'delivery'].sort())
})

test('the export contains the same entries and no formulas', async () => {
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
