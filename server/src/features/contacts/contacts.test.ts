import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let browser: Awaited<ReturnType<TestApp['as']>>
const sampleContacts = [
  ['Grace', 'Hopper', 'grace@navy.test'],
  ['Ada', 'Lovelace', 'ada@engine.test'],
  ['Alan', 'Turing', 'alan@bletchley.test'],
  ['Katherine', 'Johnson', 'katherine@nasa.test'],
  ['Ærø', 'Ångström', 'aero@units.test'],
  ['100%', '_under_', 'wild@card.test'],
  ['Zoë', '', 'zoe@navy.test'],
] as const

beforeAll(async () => {
  t = await startTestApp()
  for (const [first_name, last_name, email] of sampleContacts) {
    t.clock.advance(1000)
    await t.db
      .insertInto('contacts')
      .values({ first_name, last_name, email, created_at: t.clock.now(), updated_at: t.clock.now() })
      .execute()
  }
  browser = await t.as(await t.make.agent())
})
afterAll(() => t.stop())

const names = (reply: { body: { data: { results?: { first_name: string }[] } } }) =>
  (reply.body.data.results ?? []).map((contact) => contact.first_name)
const list = (query: Record<string, string>) => browser.get(`/api/v1/contacts?${new URLSearchParams(query)}`)
const filter = (field: string, operator: string, value?: unknown) =>
  list({ filters: JSON.stringify([{ model: 'users', field, operator, value }]) })

test('contacts are listed newest first, in the shape both clients expect', async () => {
  const reply = await browser.get('/api/v1/contacts')
  expect(names(reply)).toEqual([...sampleContacts].reverse().map(([first]) => first))
  expect(reply.body.data).toMatchObject({
    total: 7,
    page: 1,
    per_page: 50,
    total_pages: 1,
    total_is_estimate: false,
  })
  expect(reply.body.data.results[0]).toMatchObject({ type: 'contact', enabled: true, avatar_url: null })
})

test('a page has at most 100 contacts, and a page below 1 is the first', async () => {
  expect((await list({ page: '0', page_size: '100' })).body.data).toMatchObject({ page: 1, per_page: 100 })
  expect(await list({ page_size: '101' })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', message: 'page_size: A page can have at most 100 rows' },
  })
})

test.each([
  ['users.created_at', 'asc', 'Grace'],
  ['users.created_at', 'desc', 'Zoë'],
  ['users.updated_at', 'ASC', 'Grace'],
  ['users.email', 'asc', 'Ada'],
  ['users.email', 'desc', 'Zoë'],
  ['users.last_name', 'asc', 'Zoë'],
  ['users.last_name', '', 'Zoë'],
])('sorted by %s %s, pages and cursors return every contact once', async (order_by, order, first) => {
  const allNames = names(await list({ order_by, order }))
  expect(allNames[0]).toBe(first)
  expect([...allNames].sort()).toEqual(sampleContacts.map(([name]) => name).sort())

  const byPage: string[] = []
  for (const page of ['1', '2', '3', '4'])
    byPage.push(...names(await list({ order_by, order, page, page_size: '2' })))
  expect(byPage).toEqual(allNames)

  const byCursor: string[] = []
  let cursor = ''
  do {
    const reply = await list({ order_by, order, page_size: '2', ...(cursor && { cursor }) })
    byCursor.push(...names(reply))
    cursor = reply.body.data.next_cursor
  } while (cursor)
  expect(byCursor).toEqual(allNames)
})

test('filters match address and name, and user input is never treated as a pattern', async () => {
  expect(names(await filter('email', 'ilike', 'NAVY'))).toEqual(['Zoë', 'Grace'])
  expect(names(await filter('email', 'equals', 'ADA@engine.test'))).toEqual(['Ada'])
  expect(names(await filter('first_name', 'contains', '0%'))).toEqual(['100%'])
  expect(names(await filter('last_name', 'contains', '_'))).toEqual(['100%'])
  expect(names(await filter('last_name', 'not set'))).toEqual(['Zoë'])
  expect(names(await filter('email', 'not contains', '.test'))).toEqual([])
  expect(names(await filter('last_name', 'not equals', 'hopper'))).toHaveLength(6)
  expect(names(await filter('created_at', 'less than', '2026-03-02T09:00:01.500Z'))).toEqual(['Grace'])
  expect(names(await filter('', '', ''))).toHaveLength(7)
})

test.each<Record<string, string>>([
  { order_by: 'users.password_hash' },
  { order_by: 'constructor' },
  { order_by: "email'; drop table contacts; --" },
  { order: 'sideways' },
  { filters: 'nonsense' },
  { filters: '{"field":"email"}' },
  { filters: JSON.stringify([{ field: 'enabled', operator: 'equals', value: '1' }]) },
  { filters: JSON.stringify([{ field: 'email', operator: "= '' or true --", value: 'x' }]) },
  { filters: JSON.stringify([{ field: 'created_at', operator: 'less than', value: 'yesterday' }]) },
  {
    filters: JSON.stringify([
      { field: 'created_at', operator: 'less than', value: '+200000-01-01T00:00:00Z' },
    ]),
  },
  { page: '99999' },
  { cursor: 'nonsense' },
  { cursor: Buffer.from('["created_at desc","x",1]').toString('base64url') },
])('%j is refused with an error message', async (query) => {
  expect(await list(query)).toMatchObject({ status: 400, body: { error_type: 'InputException' } })
})

test.each([
  ['hop', ['Grace']],
  ['grace hopper', ['Grace']],
  ['hopper grace', ['Grace']],
  ['GRACE@navy.test', ['Grace']],
  ['navy', ['Zoë', 'Grace']],
  ['hopepr', ['Grace']],
  ['hoper', ['Grace']],
  ['ångström', ['Ærø']],
  ['katerine', ['Katherine']],
  ['%%%', []],
  ['00%', ['100%']],
  ['xyzzyx', []],
])('searching for "%s" finds %j', async (query, expected) => {
  const { body } = await browser.get(`/api/v1/contacts/search?query=${encodeURIComponent(query)}`)
  const hits = body.data.map((hit: { first_name: string }) => hit.first_name)
  expect(hits.slice(0, Math.max(1, expected.length)).sort()).toEqual([...expected].sort())
})

test('a search needs three bytes and returns at most 15 contacts, the exact address first', async () => {
  for (const query of ['', 'ab', '  ab  '])
    expect(await browser.get(`/api/v1/contacts/search?query=${encodeURIComponent(query)}`)).toMatchObject({
      status: 400,
    })
  expect((await browser.get('/api/v1/contacts/search')).status).toBe(400)
  // A one-character name is a word; an accented letter has two bytes.
  await t.db
    .insertInto('contacts')
    .values({
      first_name: '林',
      email: 'lin@many.test',
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
    })
    .execute()
  const one = await browser.get(`/api/v1/contacts/search?query=${encodeURIComponent('林')}`)
  expect(one.body.data).toMatchObject([{ email: 'lin@many.test' }])
  expect((await browser.get(`/api/v1/contacts/search?query=${encodeURIComponent('é1')}`)).status).toBe(200)
  const rows = Array.from({ length: 40 }, (_, i) => ({
    first_name: `Many${i}`,
    email: `someone${i}@many.test`,
    created_at: t.clock.now(),
    updated_at: t.clock.now(),
  }))
  await t.db.insertInto('contacts').values(rows).execute()
  const many = await browser.get('/api/v1/contacts/search?query=someone')
  expect(many.body.data).toHaveLength(15)
  const few = await browser.get('/api/v1/contacts/search?query=someone1')
  expect(few.body.data, 'nothing similar beside what matches').toHaveLength(11)
  const exact = await browser.get('/api/v1/contacts/search?query=someone1@many.test')
  expect(exact.body.data.map(({ email }: { email: string }) => email)).toEqual(['someone1@many.test'])
  const unknown = await browser.get('/api/v1/contacts/search?query=someone99@many.test')
  expect(unknown.body.data.length).toBeGreaterThan(1)
})

test('names that start with the text come first, then whole words, then starts of words, each by activity', async () => {
  const inExpectedOrder = [
    ['Quent', 'Newer', 2],
    ['Quent', 'Older', 1],
    ['Quentin', 'Start', 3],
    ['Word', 'Quent', 4],
    ['Part', 'Quentins', 5],
    ['Inside', 'Macquent', 6],
  ] as const
  await t.db
    .insertInto('contacts')
    .values(
      inExpectedOrder.map(([first_name, last_name, minutes]) => ({
        first_name,
        last_name,
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        last_active_at: new Date(t.clock.now().getTime() + minutes * 60_000),
      })),
    )
    .execute()
  const { body } = await browser.get('/api/v1/contacts/search?query=QUENT')
  const names = body.data.map((hit: { last_name: string }) => hit.last_name)
  expect(names.slice(0, 6)).toEqual(inExpectedOrder.map(([, last_name]) => last_name))
})

test("a contact is returned in the shape of an agent; an agent's id and a deleted contact return 404", async () => {
  const { id } = await t.db
    .selectFrom('contacts')
    .select('id')
    .where('email', '=', 'grace@navy.test')
    .executeTakeFirstOrThrow()
  expect((await browser.get(`/api/v1/contacts/${id}`)).body.data).toMatchObject({
    id,
    type: 'contact',
    roles: null,
    permissions: null,
    teams: [],
    api_key: null,
    email: 'grace@navy.test',
  })
  expect((await browser.get(`/api/v1/contacts/${t.system.id}`)).status).toBe(404)
  for (const invalid of ['0', '-1', 'x', '1.5', '99999999999999999999'])
    expect((await browser.get(`/api/v1/contacts/${invalid}`)).status).toBe(400)
  await t.db.updateTable('contacts').set({ deleted_at: t.clock.now() }).where('id', '=', id).execute()
  expect((await browser.get(`/api/v1/contacts/${id}`)).status).toBe(404)
  expect((await browser.get('/api/v1/contacts/search?query=grace')).body.data).toEqual([])
})
