import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: ['custom_attributes:manage'] }))
})
afterAll(() => t.stop())

const path = '/api/v1/custom-attributes'
const planAttribute = {
  name: 'Plan',
  description: 'What they pay for',
  applies_to: 'contact',
  key: 'plan',
  data_type: 'list',
  values: ['Free', 'Pro'],
  regex: '',
  regex_hint: '',
}

test('an attribute is created, read, listed by owner, changed and deleted, each with before and after in the log', async () => {
  const { body: made } = await admin.post(path, planAttribute)
  expect(made.data).toMatchObject(planAttribute)
  const one = `${path}/${made.data.id}`
  expect((await admin.get(one)).body.data).toEqual(made.data)
  const agent = await t.as(await t.make.agent())
  expect((await agent.get(`${path}?applies_to=contact`)).body.data).toEqual([made.data])
  expect((await agent.get(`${path}?applies_to=conversation`)).body.data).toEqual([])
  expect((await agent.get(path)).body.data).toEqual([made.data])

  const changed = await admin.put(one, { ...planAttribute, values: ['Free', 'Pro', 'Team'] })
  expect(changed.body.data.values).toEqual(['Free', 'Pro', 'Team'])
  expect((await admin.del(one)).body.data).toBe(true)
  expect((await admin.get(one)).status).toBe(404)

  const events = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'custom_attribute')
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { type: 'custom_attribute.created', changes: { key: [null, 'plan'] } },
    {
      type: 'custom_attribute.changed',
      changes: {
        values: [
          ['Free', 'Pro'],
          ['Free', 'Pro', 'Team'],
        ],
      },
    },
    { type: 'custom_attribute.deleted', changes: { name: ['Plan', null] } },
  ])
})

test('a duplicate key is refused with a message, but allowed for the other owner', async () => {
  const duplicate = { ...planAttribute, key: 'twin' }
  expect((await admin.post(path, duplicate)).status).toBe(200)
  const again = await admin.post(path, { ...duplicate, name: 'Other' })
  expect(again).toMatchObject({
    status: 409,
    body: {
      error_type: 'ConflictException',
      message: 'An attribute with this key already exists',
      errors: [{ path: 'key' }],
    },
  })
  expect((await admin.post(path, { ...duplicate, applies_to: 'conversation' })).status).toBe(200)
})

test.each([
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(141) }],
  ['description', { description: '' }],
  ['description', { description: 'x'.repeat(301) }],
  ['applies_to', { applies_to: 'team' }],
  ['data_type', { data_type: 'colour' }],
  ['key', { key: '' }],
  ['key', { key: 'two words' }],
  ['key', { key: '__proto__' }],
  ['key', { key: 'x'.repeat(141) }],
  ['values', { values: [] }],
  ['values', { values: ['Free', 'Free'] }],
  ['values', { values: 'Free' }],
  ['regex', { data_type: 'text', regex: '[' }],
  ['regex', { data_type: 'text', regex: 'x'.repeat(1001) }],
  ['regex_hint', { regex_hint: 'x'.repeat(1001) }],
])('an invalid %s is refused, named, and leaves nothing behind (%j)', async (field, invalid) => {
  const before = await t.events()
  const reply = await admin.post(path, { ...planAttribute, key: 'wrong', ...invalid })
  expect(reply.status).toBe(400)
  expect(reply.body.error_type).toBe('InputException')
  expect(reply.body.errors[0].path).toContain(field)
  expect(await t.events()).toEqual(before)
})

test.each([
  'contact_email',
  'content',
  'subject',
  'status',
  'priority',
  'assigned_team',
  'assigned_user',
  'hours_since_created',
  'hours_since_first_reply',
  'hours_since_last_reply',
  'hours_since_resolved',
  'inbox',
])('the key %s is reserved', async (key) => {
  const reply = await admin.post(path, { ...planAttribute, key })
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'key' }] } })
})

test('keys that differ only in case are one key, even when two people create them at the same moment', async () => {
  expect((await admin.post(path, { ...planAttribute, key: 'Cased' })).status).toBe(200)
  expect(await admin.post(path, { ...planAttribute, key: 'cASED' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('An attribute with the key "Cased" already exists') },
  })
  const both = await Promise.all(['race', 'Race'].map((key) => admin.post(path, { ...planAttribute, key })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a different key or type in an update is ignored (docs/spec/wire.md#custom-attributes)', async () => {
  const { body } = await admin.post(path, { ...planAttribute, key: 'fixed' })
  const one = `${path}/${body.data.id}`
  const reply = await admin.put(one, { ...planAttribute, name: 'Tier', key: 'moved', data_type: 'text' })
  expect(reply).toMatchObject({
    status: 200,
    body: { data: { name: 'Tier', key: 'fixed', data_type: 'list', values: ['Free', 'Pro'] } },
  })
  const without = await admin.put(one, { ...planAttribute, key: 'fixed', data_type: 'text', values: [] })
  expect(without, 'it stays a list').toMatchObject({ status: 400, body: { errors: [{ path: 'values' }] } })
})

test('applies_to cannot be changed later', async () => {
  const { body } = await admin.post(path, { ...planAttribute, key: 'owned' })
  const reply = await admin.put(`${path}/${body.data.id}`, {
    ...planAttribute,
    key: 'owned',
    applies_to: 'conversation',
  })
  expect(reply).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('can’t be changed'), errors: [{ path: 'applies_to' }] },
  })
})

test('a test value is validated by the same engine and with the messages agents see, and nothing is stored', async () => {
  const attempt = (fields: object) =>
    admin.post(`${path}/try`, {
      name: 'Order',
      data_type: 'text',
      values: [],
      regex: '^[A-Z]{2}-\\d{4}$',
      regex_hint: 'Two letters, a dash and four digits',
      ...fields,
    })
  const facts = await t.events()
  expect((await attempt({ text: 'AB-1234' })).body.data).toEqual({ refusal: null })
  expect((await attempt({ text: 'AB' })).body.data.refusal).toBe('Order: Two letters, a dash and four digits')
  expect((await attempt({ name: '', text: 'AB', regex_hint: '' })).body.data.refusal).toBe(
    'The value doesn’t match the required pattern',
  )
  expect((await attempt({ data_type: 'number', text: 'AB-1234' })).body.data.refusal).toMatch(/a number/)
  // RE2 has no look-ahead, whatever the browser supports.
  expect(await attempt({ regex: '(?=a)', text: 'a' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'regex', message: expect.stringContaining('Look-around') }] },
  })
  expect(await t.events()).toEqual(facts)
})

test('the deletion preview says how many values will be hidden', async () => {
  const owners = { contact: 'contacts', conversation: 'conversations' } as const
  for (const [applies_to, table] of Object.entries(owners)) {
    const { data } = (await admin.post(path, { ...planAttribute, applies_to, key: 'hidden' })).body
    const preview = () => admin.get(`${path}/${data.id}/deletion`)
    expect((await preview()).body.data).toEqual({ refusal: null, effects: [] })
    const c = await t.make.conversation()
    await t.make.conversation()
    await t.db
      .updateTable(table as 'contacts' | 'conversations') // the keys of `owners`
      .set({ custom_attributes: JSON.stringify({ hidden: 'Pro', other: 1 }) })
      .where('id', '=', applies_to === 'contact' ? c.contact_id : c.id)
      .execute()
    expect((await preview()).body.data.effects).toEqual([
      { effect: `${applies_to}_values_hidden`, count: 1, count_is_minimum: false },
    ])
  }
  expect((await admin.get(`${path}/999999/deletion`)).status).toBe(404)
})
