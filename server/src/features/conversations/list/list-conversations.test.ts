import { conversationFilterFields } from '@parley/contract/shared/filters'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let browser: Awaited<ReturnType<TestApp['as']>>
let anaId: number
const uuids: string[] = []
const minute = 60_000

beforeAll(async () => {
  t = await startTestApp()
  const ana = await t.make.agent()
  anaId = ana.id
  browser = await t.as(ana)
  const inbox = await t.make.inbox()
  const [tag] = [await t.make.tag('vip')]
  for (let n = 0; n < 23; n++) {
    // Ties on purpose: every instant is shared by three conversations.
    if (n % 3 === 0) t.clock.advance(minute)
    const c = await t.make.conversation({
      inbox_id: inbox.id,
      assigned_user_id: n % 4 === 0 ? ana.id : null,
    })
    await t.db
      .updateTable('conversations')
      .set({
        priority_id: n % 4 === 0 ? null : (n % 3) + 1,
        waiting_since: n % 5 === 0 ? null : new Date(t.clock.now().getTime() - (n % 4) * minute),
        next_sla_deadline_at: n % 2 === 0 ? null : new Date(t.clock.now().getTime() + (n % 3) * minute),
        ...(n % 6 === 0 && { status_id: 3, status_category: 'closed' as const }),
      })
      .where('id', '=', c.id)
      .execute()
    if (n % 7 === 0)
      await t.db
        .insertInto('conversation_tags')
        .values({ conversation_id: c.id, tag_id: tag?.id ?? 0 })
        .execute()
    uuids.push(c.uuid)
  }
})
afterAll(() => t.stop())

type Row = { uuid: string; id: number; [column: string]: unknown }
const list = (query: Record<string, string>, path = '/api/v1/conversations/all', who = browser) =>
  who.get(`${path}?${new URLSearchParams(query)}`)
const rowsOf = async (query: Record<string, string>): Promise<Row[]> => (await list(query)).body.data.results
const filter = (...filters: object[]) => ({ filters: JSON.stringify(filters), page_size: '100' })

const fields = ['last_message_at', 'created_at', 'waiting_since', 'next_sla_deadline_at', 'priority_id']
test.each(fields.flatMap((field) => ['asc', 'desc'].map((order) => [field, order] as const)))(
  'sorted by %s %s, empty values come last, and pages and cursors return every row once despite ties and nulls',
  async (field, order) => {
    const sort = { order_by: `conversations.${field}`, order }
    const expectedRows = await rowsOf({ ...sort, page_size: '100' })
    expect(expectedRows.map((row) => row.uuid).sort()).toEqual([...uuids].sort())
    const values = expectedRows.map((row) => row[field])
    const filled = values.filter((value) => value !== null)
    expect(values.slice(0, filled.length), 'the empty come last').toEqual(filled)
    const inOrder = [...filled].sort((a, b) => (a === b ? 0 : String(a) < String(b) ? -1 : 1))
    expect(filled).toEqual(order === 'asc' ? inOrder : inOrder.reverse())

    for (const page_size of ['3', '7']) {
      const byPage: string[] = []
      for (let page = 1; page <= Math.ceil(uuids.length / Number(page_size)); page++)
        byPage.push(...(await rowsOf({ ...sort, page_size, page: String(page) })).map((row) => row.uuid))
      expect(byPage).toEqual(expectedRows.map((row) => row.uuid))
      const byCursor: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const data: { results: Row[]; next_cursor: string | null } = (
          await list({ ...sort, page_size, ...(cursor && { cursor }) })
        ).body.data
        byCursor.push(...data.results.map((row: Row) => row.uuid))
        cursor = data.next_cursor
      }
      expect(byCursor).toEqual(expectedRows.map((row) => row.uuid))
    }
  },
)

test('a cursor skips and repeats nothing when a newer conversation arrives', async () => {
  const first = (await list({ page_size: '5' })).body.data
  t.clock.advance(minute)
  const newer = await t.make.conversation()
  uuids.push(newer.uuid)
  const second = (await list({ page_size: '100', cursor: first.next_cursor })).body.data
  const seen = [...first.results, ...second.results].map((row: Row) => row.uuid)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).not.toContain(newer.uuid)
})

test('each list contains what its name says', async () => {
  const mine = (await list({ page_size: '100' }, '/api/v1/conversations/assigned')).body.data
  expect(mine.results.every((row: Row) => row.assigned_user_id === anaId)).toBe(true)
  expect(mine.total).toBe(6)
  const unassigned = (await list({ page_size: '100' }, '/api/v1/conversations/unassigned')).body.data
  expect(unassigned.results.every((row: Row) => row.assigned_user_id === null)).toBe(true)
  const all = (await list({})).body.data
  expect(all).toMatchObject({
    total: 24,
    total_is_estimate: false,
    per_page: 50,
    page: 1,
    total_pages: 1,
    next_cursor: null,
  })
  expect((await list({ page: '0', page_size: '0' })).body.data).toMatchObject({ page: 1, per_page: 50 })
  expect((await list({ page: '9' })).body.data).toMatchObject({ results: [], total: 24 })
})

test.each([
  [
    { model: 'conversation_statuses', field: 'name', operator: 'equals', value: 'Resolved' },
    (row: Row) => row.status === 'Resolved',
  ],
  [
    { model: 'conversation_statuses', field: 'name', operator: 'not equals', value: 'resolved' },
    (row: Row) => row.status !== 'Resolved',
  ],
  [
    { model: 'conversations', field: 'status_id', operator: 'in', value: '["3","4"]' },
    (row: Row) => row.status === 'Resolved',
  ],
  [{ field: 'status_id', operator: 'equals', value: 1 }, (row: Row) => row.status === 'Open'],
  [{ field: 'status_id', operator: 'not set' }, () => false],
  [{ field: 'priority_id', operator: 'equals', value: '2' }, (row: Row) => row.priority_id === 2],
  [
    { field: 'priority_id', operator: 'not equals', value: 2 },
    (row: Row) => row.priority_id !== 2 && row.priority_id !== null,
  ],
  [
    { field: 'priority_id', operator: 'in', value: [1, 3] },
    (row: Row) => row.priority_id === 1 || row.priority_id === 3,
  ],
  [{ field: 'priority_id', operator: 'between', value: '2,3' }, (row: Row) => Number(row.priority_id) >= 2],
  [{ field: 'priority_id', operator: 'set' }, (row: Row) => row.priority_id !== null],
  [{ field: 'waiting_since', operator: 'not set', value: '' }, (row: Row) => row.waiting_since === null],
  [
    { field: 'created_at', operator: 'greater than', value: '2026-03-02T09:04:00Z' },
    (row: Row) => String(row.created_at) > '2026-03-02T09:04:00Z',
  ],
  [{ field: 'assigned_user_id', operator: 'not set' }, (row: Row) => row.assigned_user_id === null],
  [{ field: 'tags', operator: 'set' }, (row: Row) => (row.tags as string[]).length > 0],
  [{ field: 'tags', operator: 'not set' }, (row: Row) => (row.tags as string[]).length === 0],
  [
    { field: 'tags', operator: 'contains', value: '[1]' },
    (row: Row) => (row.tags as string[]).includes('vip'),
  ],
  [
    { field: 'tags', operator: 'not contains', value: [1, 999] },
    (row: Row) => !(row.tags as string[]).includes('vip'),
  ],
  [{ field: '', operator: '', value: '' }, () => true],
])('the filter %j keeps the matching rows', async (one, matches) => {
  const all = await rowsOf({ page_size: '100' })
  const filtered = await rowsOf(filter(one))
  expect(filtered.map((row) => row.uuid)).toEqual(all.filter(matches).map((row) => row.uuid))
})

test.each(['__proto__', 'constructor', 'toString', 'no_such_field'])(
  'a filter on "%s" is refused, not run',
  async (field) => {
    const agent = await t.as(
      await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all'] }),
    )
    const filters = encodeURIComponent(JSON.stringify([{ field, operator: 'set' }]))
    expect(await agent.get(`/api/v1/conversations/all?filters=${filters}`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'filters.0' }] },
    })
  },
)

test('several filters are combined with AND', async () => {
  const filtered = await rowsOf(
    filter({ field: 'tags', operator: 'set' }, { field: 'status_id', operator: 'equals', value: 1 }),
  )
  expect(filtered.length).toBeGreaterThan(0)
  expect(filtered.every((row) => row.status === 'Open' && (row.tags as string[]).length > 0)).toBe(true)
})

const oddValues = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "'; drop table conversations; --",
    '1 or 1=1',
    '\u0000',
    '%',
    '1e309',
    '-1',
    '9'.repeat(30),
    'null',
    String(2 ** 40),
    '[]',
    '["\\u0000"]',
    '[null]',
    '{"a":1}',
    '+275760-09-13T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ),
  fc.integer(),
  fc.double(),
  fc.array(fc.anything(), { maxLength: 3 }),
)
// String() would call whatever the value has under the name toString.
const asText = (value: unknown) => (typeof value === 'string' ? value : fc.stringify(value))

const everyField = [
  ...Object.values(conversationFilterFields).flatMap((modelFields) => Object.keys(modelFields)),
  ...['email', 'first_name', 'activity_type', 'actor_id', 'ip'],
]

test.each(['["\\u0000"]', 'a\0b', ['\0']])(
  'a NUL character in a value is refused with its path: %j',
  async (value) => {
    const row = { field: 'reference_number', operator: 'in', value }
    expect(await list(filter({ any: [row] }))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'filters.0.any.0' }] },
    })
  },
)

test('no combination of filter, sort, page and cursor causes a server error', async () => {
  const field = fc.oneof(fc.constantFrom(...fields, ...everyField, 'constructor', '__proto__'), fc.string())
  const operator = fc.oneof(
    fc.constantFrom(
      'equals',
      'not equals',
      'set',
      'not set',
      'in',
      'between',
      'greater than',
      'less than',
      'contains',
      'not contains',
      'ilike',
    ),
    fc.string(),
  )
  const model = fc.constantFrom(...Object.keys(conversationFilterFields), 'contact_attributes', 'users', '')
  const row = fc.record({ model, field, operator, value: oddValues })
  const group = fc.array(row, { maxLength: 2 }).chain((rows) => fc.constantFrom({ any: rows }, { all: rows }))
  const query = fc.record(
    {
      filters: fc.oneof(
        fc.array(fc.oneof(row, group), { maxLength: 3 }).map((rows) => JSON.stringify(rows)),
        fc.string(),
      ),
      order_by: fc.oneof(
        field,
        field.map((name) => `conversations.${name}`),
      ),
      order: fc.constantFrom('asc', 'desc', 'ASC; select 1', ''),
      page: oddValues.map(asText),
      page_size: oddValues.map(asText),
      cursor: fc.oneof(
        fc.string(),
        fc
          .tuple(fc.constantFrom('last_message_at desc', 'priority_id desc'), oddValues, oddValues)
          .map((position) => Buffer.from(JSON.stringify(position)).toString('base64url')),
      ),
    },
    { requiredKeys: [] },
  )
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const path = fc.constantFrom('/api/v1/conversations/all', '/api/v1/contacts', '/api/v1/activity-logs')
  await fc.assert(
    fc.asyncProperty(query, path, async (parameters, path) => {
      const reply = await list(parameters, path, admin)
      expect([200, 400], `${JSON.stringify(parameters)} ${JSON.stringify(reply.body)}`).toContain(
        reply.status,
      )
      if (reply.status === 400)
        expect(reply.body).toMatchObject({ error_type: 'InputException', errors: [{}] })
    }),
    // Always the same, so that a failure belongs to a change.
    { numRuns: 300, seed: 1 },
  )
  expect((await list({})).body.data.total).toBe(24)
})
