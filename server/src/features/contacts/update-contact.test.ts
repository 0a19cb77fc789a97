import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConversationRow } from '../../spine/record-event.ts'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let browser: Awaited<ReturnType<TestApp['as']>>
let count = 0
beforeAll(async () => {
  t = await startTestApp()
  browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

async function makeContact(values: { email?: string; phone_number?: string } = {}) {
  count += 1
  const { id } = await t.db
    .insertInto('contacts')
    .values({
      first_name: 'Grace',
      last_name: 'Hopper',
      email: `grace${count}@navy.test`,
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function put(
  id: number,
  fields: Record<string, string>,
  file: Parameters<typeof multipartForm>[0] = null,
  as = browser,
) {
  const { payload, headers } = await multipartForm(file, fields)
  return as.put(`/api/v1/contacts/${id}`, payload, headers)
}
const get = async (id: number) => (await browser.get(`/api/v1/contacts/${id}`)).body.data
const lastEvent = () =>
  t.db.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('a form changes names, phone and address, and the event records the previous values', async () => {
  const id = await makeContact()
  const { email } = await get(id)
  const reply = await put(id, {
    first_name: ' Grace ',
    last_name: 'Murray Hopper',
    email: ` New${count}@Navy.test `,
    phone_number: '30 901820',
    phone_number_country_code: 'de',
    enabled: 'false',
    anything: 'else',
  })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      data: {
        first_name: 'Grace',
        last_name: 'Murray Hopper',
        email: `new${count}@navy.test`,
        phone_number: '30 901820',
        phone_number_country_code: 'DE',
        phone_number_calling_code: '+49',
        enabled: true,
        addresses: [{ address: `new${count}@navy.test`, is_primary: true }],
      },
    },
  })
  expect(await lastEvent()).toMatchObject({
    type: 'contact.changed',
    object_type: 'contact',
    object_id: id,
    changes: {
      last_name: ['Hopper', 'Murray Hopper'],
      email: [email, `new${count}@navy.test`],
      phone_number: [null, '30 901820'],
      phone_number_country_code: [null, 'DE'],
    },
  })
})

test('values from older clients are understood: "+49" for a country, the word "null" for an empty value', async () => {
  const id = await makeContact()
  const { email } = await get(id)
  const old = { first_name: 'Grace', last_name: 'null', email, avatar_url: 'null' }
  await put(id, { ...old, phone_number: '1', phone_number_calling_code: '+49' })
  expect(await get(id)).toMatchObject({
    last_name: '',
    phone_number_country_code: 'DE',
    phone_number_calling_code: '+49',
  })
  await put(id, { ...old, phone_number: '1', phone_number_country_code: 'CA' })
  // Canada and the United States share +1, so the current country is kept.
  await put(id, { ...old, phone_number: '1', phone_number_calling_code: '+1' })
  expect((await get(id)).phone_number_country_code).toBe('CA')
  await put(id, { ...old, phone_number: 'null', phone_number_calling_code: 'null' })
  expect(await get(id)).toMatchObject({ phone_number: null, phone_number_country_code: null })
})

test.each([
  [{ first_name: '' }, 'first_name'],
  [{ first_name: 'null' }, 'first_name'],
  [{ email: '' }, 'email'],
  [{ email: 'nobody' }, 'email'],
  [{ phone_number: '1'.repeat(21) }, 'phone_number'],
  [{ phone_number_country_code: 'Germany' }, 'phone_number_country_code'],
  [{ phone_number_calling_code: 'toString' }, 'phone_number_country_code'],
])('%j is refused, names the field and changes nothing', async (invalid, path) => {
  const id = await makeContact()
  const before = await get(id)
  const reply = await put(id, { first_name: 'Other', email: before.email, ...invalid })
  expect(reply).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', errors: [{ path }] },
  })
  expect(await get(id)).toEqual(before)
})

test("an address of another contact is refused with that contact's name, whether it is primary or not", async () => {
  const [one, other] = [await makeContact(), await makeContact()]
  await browser.post(`/api/v1/contacts/${other}/addresses`, { address: 'private@hopper.test' })
  for (const email of ['private@hopper.test', (await get(other)).email]) {
    const reply = await put(one, { first_name: 'Grace', email })
    expect(reply).toMatchObject({ status: 409, body: { errors: [{ path: 'email' }] } })
    expect(reply.body.message).toContain('Grace Hopper already has this email address')
  }
  expect(await put(one, { first_name: 'x', email: '' })).toMatchObject({ status: 400 })
  expect(await browser.put(`/api/v1/contacts/${one}`, { first_name: 'x' })).toMatchObject({ status: 400 })
})

test('the error message of a refused form names the field', async () => {
  const reply = await put(await makeContact(), { first_name: '', email: 'grace@navy.test' })
  expect(reply.body.message).toBe('first_name: This cannot be empty')
})

test('an address of one of our inboxes is refused for a contact, with a plus extension too', async () => {
  await t.make.inbox('desk@acme.test')
  const id = await makeContact()
  for (const address of ['desk@acme.test', 'Desk+forms@acme.test']) {
    const added = await browser.post(`/api/v1/contacts/${id}/addresses`, { address })
    expect(added).toMatchObject({ status: 400, body: { errors: [{ path: 'address' }] } })
    expect(added.body.message).toContain('address of the inbox')
    expect(await put(id, { first_name: 'Grace', email: address })).toMatchObject({ status: 400 })
  }
})

test('a picture is re-encoded, shown to agents, kept when its URL is sent back, and removed by an empty value', async () => {
  const id = await makeContact()
  const { email } = await get(id)
  const fields = { first_name: 'Grace', email }
  const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const created = await put(id, fields, { name: 'me.jpg', type: 'image/jpeg', bytes })
  const { avatar_url } = created.body.data
  expect(avatar_url).toMatch(/^\/uploads\/[0-9a-f-]{36}$/)
  const reader = await t.as(await t.make.agent({ permissions: [] }))
  expect(await reader.get(avatar_url)).toMatchObject({ status: 200 })

  expect((await put(id, { ...fields, avatar_url })).body.data.avatar_url).toBe(avatar_url)
  expect((await put(id, { ...fields, avatar_url: '' })).body.data.avatar_url).toBeNull()
  expect((await reader.get(avatar_url)).status).toBe(404)

  const text = await put(id, fields, { name: 'me.png', type: 'image/png', bytes: '<svg onload=alert(1)>' })
  expect(text).toMatchObject({ status: 400, body: { errors: [{ path: 'files' }] } })
  const huge = await put(id, fields, { name: 'me.png', bytes: new Uint8Array(2 * 1024 * 1024 + 1) })
  expect(huge).toMatchObject({ status: 400, body: { message: expect.stringContaining('2 MB') } })
})

test('addresses are added, made primary and removed; the primary one cannot be removed', async () => {
  const id = await makeContact()
  const { email: first } = await get(id)
  const path = `/api/v1/contacts/${id}/addresses`
  const added = await browser.post(path, { address: ' Second@Home.test ' })
  expect(added.body.data).toMatchObject({
    email: first,
    addresses: [
      { address: first, is_primary: true },
      { address: 'second@home.test', is_primary: false },
    ],
  })
  expect((await browser.post(path, { address: 'second@home.test' })).status).toBe(200)
  expect((await browser.put(`${path}/second@home.test/primary`)).body.data).toMatchObject({
    email: 'second@home.test',
    addresses: [
      { address: 'second@home.test', is_primary: true },
      { address: first, is_primary: false },
    ],
  })
  expect(await lastEvent()).toMatchObject({
    type: 'contact.changed',
    changes: { email: [first, 'second@home.test'] },
  })
  expect(await browser.del(`${path}/second@home.test`)).toMatchObject({
    status: 409,
    body: { message: 'This is the primary email address. Make another one primary first' },
  })
  expect((await browser.del(`${path}/${first}`)).body.data.addresses).toMatchObject([
    { address: 'second@home.test' },
  ])
  expect((await browser.del(`${path}/${first}`)).status).toBe(404)
  const other = await makeContact({ email: first })
  expect((await get(other)).email).toBe(first)
})

test('a contact has at most 50 addresses', async () => {
  const id = await makeContact()
  const add = (n: number) =>
    browser.post(`/api/v1/contacts/${id}/addresses`, { address: `grace${n}@many.test` })
  for (let n = 1; n < 50; n++) expect((await add(n)).status).toBe(200)
  expect(await add(50)).toMatchObject({
    status: 409,
    body: { message: 'A contact can have at most 50 email addresses' },
  })
  expect((await add(1)).status, 'one that it has').toBe(200)
})

test('the list and the search find a contact by any address, and the list finds similar spellings too', async () => {
  const id = await makeContact()
  await browser.post(`/api/v1/contacts/${id}/addresses`, { address: 'zanzibar@island.test' })
  const findIds = async (query: Record<string, string>) =>
    (await browser.get(`/api/v1/contacts?${new URLSearchParams(query)}`)).body.data.results.map(
      (row: { id: number }) => row.id,
    )
  expect(await findIds({ search: 'zanzibar' })).toEqual([id])
  expect(await findIds({ search: 'zanzbar island' })).toEqual([id])
  expect(await findIds({ search: 'hopper ZANZIBAR' })).toEqual([id])
  expect(await findIds({ search: 'zanzibar nobody' })).toEqual([])
  const byEmail = (operator: string) =>
    findIds({
      filters: JSON.stringify([{ model: 'users', field: 'email', operator, value: 'zanzibar@island.test' }]),
    })
  expect(await byEmail('ilike')).toEqual([id])
  expect(await byEmail('equals')).toEqual([id])
  expect(await byEmail('not equals')).not.toContain(id)
  expect((await browser.get('/api/v1/contacts/search?query=zanzibar')).body.data).toMatchObject([{ id }])
})

test('of two concurrent requests that add the same address to two contacts, one wins', async () => {
  const ids = [await makeContact(), await makeContact()]
  const replies = await Promise.all(
    ids.map((id) => browser.post(`/api/v1/contacts/${id}/addresses`, { address: 'shared@race.test' })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
})

test("the list shows the last activity in a contact's conversations, counting only those the reader may see", async () => {
  const c = await t.make.conversation({ email: 'seen@list.test' })
  const row = async (as: typeof browser) =>
    (await as.get('/api/v1/contacts?search=seen@list.test')).body.data.results[0]
  expect((await row(browser)).last_conversation_at).toBe(c.last_message_at.toISOString())
  const outsider = await t.as(await t.make.agent({ permissions: ['contacts:read_all'] }))
  expect((await row(outsider)).last_conversation_at).toBeNull()
})

test('the conversations of a contact are paged, newest first, without those the reader may not see', async () => {
  const owner = await t.make.agent()
  const created: ConversationRow[] = []
  for (let n = 0; n < 5; n++) {
    t.clock.advance(1000)
    created.push(
      await t.make.conversation({
        email: 'many@conversations.test',
        ...(n === 2 && { assigned_user_id: owner.id }),
      }),
    )
  }
  const path = `/api/v1/contacts/${created[0]?.contact_id}/conversations`
  const uuids = (reply: { body: { data: { results: { uuid: string }[] } } }) =>
    reply.body.data.results.map(({ uuid }) => uuid)
  const newest = created.map(({ uuid }) => uuid).reverse()
  const first = await browser.get(`${path}?page_size=2`)
  expect(first.body.data).toMatchObject({ total: 5, total_pages: 3 })
  const second = await browser.get(`${path}?page_size=2&cursor=${first.body.data.next_cursor}`)
  const third = await browser.get(`${path}?page_size=2&page=3`)
  expect([...uuids(first), ...uuids(second), ...uuids(third)]).toEqual(newest)

  const other = await t.as(
    await t.make.agent({
      permissions: ['contacts:read', 'conversations:read', 'conversations:read_unassigned'],
    }),
  )
  expect(uuids(await other.get(path))).toEqual(newest.filter((uuid) => uuid !== created[2]?.uuid))
  const none = await t.as(await t.make.agent({ permissions: ['contacts:read'] }))
  expect((await none.get(path)).body.data).toMatchObject({ total: 0, results: [] })
})
