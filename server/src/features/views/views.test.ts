import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let ana: Actor
let bob: Actor
let browser: Awaited<ReturnType<TestApp['as']>>
let otherBrowser: Awaited<ReturnType<TestApp['as']>>

beforeAll(async () => {
  t = await startTestApp()
  ana = await t.make.agent({ first_name: 'Ana' })
  bob = await t.make.agent({ first_name: 'Bob' })
  browser = await t.as(ana)
  otherBrowser = await t.as(bob)
})
afterAll(() => t.stop())

const high = { model: 'conversations', field: 'priority_id', operator: 'equals', value: '3' }
const create = async (name: string, ...filters: object[]): Promise<number> => {
  const { status, body } = await browser.post('/api/v1/views/me', { name, filters })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.id
}

test('a view is created, changed and deleted, and is visible to its owner only', async () => {
  const id = await create('  Urgent ', high)
  expect((await browser.get('/api/v1/views/me')).body.data).toMatchObject([
    { id, name: 'Urgent', filters: [high], user_id: ana.id },
  ])
  const group = { any: [high, { field: 'tags', operator: 'set' }] }
  const changed = await browser.put(`/api/v1/views/me/${id}`, { name: 'Hot', filters: [group] })
  expect(changed.body.data).toMatchObject({ id, name: 'Hot', filters: [group] })

  expect((await otherBrowser.get('/api/v1/views/me')).body.data).toEqual([])
  for (const reply of [
    await otherBrowser.put(`/api/v1/views/me/${id}`, { name: 'Mine now', filters: [high] }),
    await otherBrowser.del(`/api/v1/views/me/${id}`),
    await otherBrowser.get(`/api/v1/views/${id}/conversations`),
  ])
    expect([reply.status, reply.body.message]).toEqual([404, 'View not found'])

  expect((await browser.del(`/api/v1/views/me/${id}`)).body.data).toBe(true)
  expect((await browser.get('/api/v1/views/me')).body.data).toEqual([])
  const facts = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'view')
    .orderBy('id')
    .execute()
  expect(facts.map((fact) => fact.type)).toEqual(['view.created', 'view.changed', 'view.deleted'])
  expect(facts[1]?.changes).toEqual({ name: ['Urgent', 'Hot'], filters: [[high], [group]] })
})

test('a name has 2 to 30 characters', async () => {
  const save = async (name: string) =>
    (await browser.post('/api/v1/views/me', { name, filters: [high] })).status
  expect([await save('x'), await save('xy'), await save('x'.repeat(30)), await save('x'.repeat(31))]).toEqual(
    [400, 200, 200, 400],
  )
  expect(await save(' x ')).toBe(400)
})

test.each([
  ['no filter', [], 'filters: Select at least one filter'],
  [
    'half a filter',
    [high, { field: 'subject', operator: 'contains' }],
    'Every filter needs a field, an operator and a value',
  ],
  [
    'half a filter in a group',
    [{ any: [high, { field: 'subject' }] }],
    'Every filter needs a field, an operator and a value',
  ],
  ['an empty group', [{ any: [] }], 'Every filter needs a field, an operator and a value'],
  [
    'an unknown field',
    [high, { field: 'mood', operator: 'set' }],
    'Filter 2: conversations cannot be filtered by "mood"',
  ],
])('%s is refused when saving', async (_what, filters, message) => {
  const reply = await browser.post('/api/v1/views/me', { name: 'Wrong', filters })
  expect([reply.status, reply.body.message]).toEqual([400, message])
})

test('a view lists what its filters match among visible conversations and ignores filters in the request', async () => {
  const reader = await t.make.agent({
    permissions: [
      'view:manage',
      'conversations:read',
      'conversations:read_assigned',
      'conversations:read_unassigned',
    ],
  })
  const restrictedBrowser = await t.as(reader)
  const subject = 'About the view'
  const mine = await t.make.conversation({ subject, assigned_user_id: reader.id })
  const untaken = await t.make.conversation({ subject })
  await t.make.conversation({ subject, assigned_user_id: ana.id })
  await t.make.conversation({ subject: 'Something else' })
  const { body } = await restrictedBrowser.post('/api/v1/views/me', {
    name: 'Mine',
    filters: [{ field: 'subject', operator: 'contains', value: 'the view' }],
  })
  const nothing = JSON.stringify([{ field: 'status_id', operator: 'not set' }])
  const list = await restrictedBrowser.get(
    `/api/v1/views/${body.data.id}/conversations?filters=${encodeURIComponent(nothing)}&page_size=50`,
  )
  expect(list.body.data).toMatchObject({ total: 2, per_page: 50 })
  expect(list.body.data.results.map((row: { uuid: string }) => row.uuid).sort()).toEqual(
    [mine.uuid, untaken.uuid].sort(),
  )
})

test('an agent without list permissions cannot open a view', async () => {
  const closed = await t.make.agent({ permissions: ['view:manage', 'conversations:read'] })
  const restrictedBrowser = await t.as(closed)
  const { body } = await restrictedBrowser.post('/api/v1/views/me', { name: 'Nothing', filters: [high] })
  expect((await restrictedBrowser.get(`/api/v1/views/${body.data.id}/conversations`)).status).toBe(403)
})

test('filters that a list would refuse cannot be saved either', async () => {
  for (const filter of [
    { ...high, value: Array(9000).fill(3) },
    { ...high, field: 'subject', operator: 'contains', value: 'x'.repeat(16_000) },
    { ...high, note: 'x'.repeat(16_000) },
  ]) {
    const reply = await browser.post('/api/v1/views/me', { name: 'Long', filters: [filter] })
    expect([reply.status, reply.body.errors?.[0]?.path]).toEqual([400, 'filters'])
  }
})
