import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { eventually, openSocket } from '../../testing/web-sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  await define('conversation', 'text', 'note')
  await define('conversation', 'number', 'seats')
  await define('conversation', 'checkbox', 'vip')
  await define('conversation', 'date', 'renewal')
  await define('conversation', 'link', 'invoice')
  await define('conversation', 'list', 'plan', { values: ['Free', 'Pro'] })
  await define('conversation', 'text', 'order', { regex: '^[A-Z]\\d{4}$', regex_hint: 'write it as A1234' })
  await define('contact', 'text', 'company')
})
afterAll(() => t.stop())

const define = (
  applies_to: CustomAttribute['applies_to'],
  data_type: CustomAttribute['data_type'],
  key: string,
  more: { values?: string[]; regex?: string; regex_hint?: string } = {},
) =>
  t.db
    .insertInto('custom_attribute_definitions')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      name: key[0]?.toUpperCase() + key.slice(1),
      applies_to,
      data_type,
      key,
      ...more,
    })
    .execute()

async function setUp() {
  const ana = await t.make.agent({ first_name: 'Ana' })
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const browser = await t.as(ana)
  const path = `/api/v1/conversations/${c.uuid}`
  return {
    ana,
    c,
    browser,
    path,
    set: (body: object) => browser.put(`${path}/custom-attributes`, body),
    setOne: (key: string, value: unknown) => browser.put(`${path}/custom-attributes/${key}`, { value }),
    stored: async () => (await browser.get(path)).body.data.custom_attributes,
  }
}

test('every type is stored in its own form, however a client writes it', async () => {
  const { set, stored } = await setUp()
  const reply = await set({
    note: ' Gold ',
    seats: '12',
    vip: 'true',
    renewal: '2026-12-31',
    invoice: 'https://pay.example/1',
    plan: 'Pro',
    order: 'B0042',
  })
  expect(reply).toMatchObject({ status: 200, body: { data: true } })
  expect(await stored()).toEqual({
    note: 'Gold',
    seats: 12,
    vip: true,
    renewal: '2026-12-31',
    invoice: 'https://pay.example/1',
    plan: 'Pro',
    order: 'B0042',
  })
})

test.each([
  ['seats', 'many', 'Seats must be a number, such as 42 or 3.5'],
  ['vip', 'maybe', 'Vip must be true or false'],
  ['renewal', '2026-02-30', 'Renewal must be a date such as 2026-12-31'],
  ['invoice', 'javascript:alert(1)', 'Invoice must be a URL that starts with https:// or http://'],
  ['plan', 'Gold', 'Plan must be one of Free, Pro'],
  ['order', 'B42', 'Order: write it as A1234'],
  ['order', `B${'1'.repeat(1000)}`, 'Order must be 1000 characters or fewer'],
])('%s refuses %j by name and changes nothing', async (key, value, message) => {
  const { set, setOne, stored, c } = await setUp()
  await set({ note: 'kept' })
  const before = await t.events(c.id)
  expect(await set({ note: 'lost', [key]: value })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', message, errors: [{ path: key, message }] },
  })
  expect(await setOne(key, value)).toMatchObject({
    status: 400,
    body: { message, errors: [{ path: 'value', message }] },
  })
  expect(await stored()).toEqual({ note: 'kept' })
  expect(await t.events(c.id)).toEqual(before)
})

test('replacing all values overwrites, setting one keeps the others, and null or a missing value clears', async () => {
  const { set, setOne, stored } = await setUp()
  await set({ note: 'a', seats: 1 })
  await set({ seats: 2, vip: false })
  expect(await stored()).toEqual({ seats: 2, vip: false })
  await setOne('note', 'b')
  expect(await stored()).toEqual({ seats: 2, vip: false, note: 'b' })
  await setOne('vip', null)
  await setOne('note', '')
  expect(await stored()).toEqual({ seats: 2 })
})

test('unknown keys are ignored, and values of a deleted attribute are kept', async () => {
  const { c, set, setOne, stored } = await setUp()
  await t.db
    .updateTable('conversations')
    .set({ custom_attributes: '{"gone": "still here"}' })
    .where('id', '=', c.id)
    .execute()
  expect((await set({ note: 'a', gone: 'overwritten', never: 'there' })).status).toBe(200)
  expect(await stored()).toEqual({ gone: 'still here', note: 'a' })
  expect(await setOne('gone', 'x')).toMatchObject({
    status: 404,
    body: { message: 'Custom attribute not found' },
  })
})

test('a value made invalid by a changed attribute does not block the others', async () => {
  const { c, set, stored } = await setUp()
  await t.db
    .updateTable('conversations')
    .set({ custom_attributes: '{"plan": "Bronze"}' })
    .where('id', '=', c.id)
    .execute()
  expect((await set({ plan: 'Bronze', note: 'a' })).status).toBe(200)
  expect(await stored()).toEqual({ plan: 'Bronze', note: 'a' })
})

test('a change is one event with before and after; the same values again record nothing', async () => {
  const { c, setOne } = await setUp()
  await setOne('seats', 3)
  await setOne('seats', '3')
  const events = await t.db
    .selectFrom('events')
    .select(['changes', 'actor_kind'])
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'conversation.attributes_changed')
    .execute()
  expect(events).toEqual([{ actor_kind: 'agent', changes: { custom_attributes: [{}, { seats: 3 }] } }])
})

test('a value a colleague sets at the same time is kept', async () => {
  const { setOne, stored } = await setUp()
  await Promise.all([setOne('note', 'mine'), setOne('seats', 5), setOne('vip', true)])
  expect(await stored()).toEqual({ note: 'mine', seats: 5, vip: true })
})

test("a contact's value is shown immediately wherever the contact is, in both protocols", async () => {
  const { browser, path, c } = await setUp()
  const cookie = { cookie: `parley_session=${browser.token}` }
  const modern = await openSocket(t, '/ws?v=2', cookie)
  await modern.until((frames) => frames[0]?.type === 'hello')
  const old = await openSocket(t, '/ws', cookie)
  old.send('ping')
  await old.until((frames) => frames.includes('pong'))

  const reply = await browser.put(`${path}/contacts/custom-attributes`, { company: 'Acme' })

  expect(reply).toMatchObject({ status: 200, body: { data: true } })
  await modern.until((frames) =>
    frames.some(
      (frame) => frame.object?.uuid === c.uuid && frame.object.contact?.custom_attributes?.company === 'Acme',
    ),
  )
  // Everything else that shows the contact.
  await modern.until((frames) =>
    frames.some(
      (frame) =>
        frame.type === 'contact.updated' &&
        frame.object.id === c.contact_id &&
        frame.object.custom_attributes.company === 'Acme',
    ),
  )
  await old.until((frames) =>
    frames.some(
      (frame) =>
        frame.data?.uuid === c.uuid &&
        frame.data.prop === 'contact.custom_attributes' &&
        frame.data.value.company === 'Acme',
    ),
  )
  modern.close()
  old.close()
})

test('two agents who set values of the same contact in two conversations both succeed', async () => {
  const { browser, path, c, ana } = await setUp()
  await define('contact', 'text', 'region')
  const { email } = await t.db
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', c.contact_id)
    .executeTakeFirstOrThrow()
  const twin = await t.make.conversation({ email: email ?? '', assigned_user_id: ana.id })
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0
        ? browser.put(`${path}/contacts/custom-attributes/company`, { value: `Acme ${n}` })
        : browser.put(`/api/v1/conversations/${twin.uuid}/contacts/custom-attributes/region`, {
            value: `R${n}`,
          }),
    ),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200))
  const { body } = await browser.get(path)
  expect(Object.keys(body.data.contact.custom_attributes).sort()).toEqual(['company', 'region'])
})

test('agents who may change contacts can set a value on the contact page', async () => {
  const { c } = await setUp()
  const path = `/api/v1/contacts/${c.contact_id}/custom-attributes/company`
  const editor = await t.as(await t.make.agent({ permissions: ['contacts:write'] }))
  expect((await editor.put(path, { value: 'Acme' })).status).toBe(200)
  expect(
    (await editor.put('/api/v1/contacts/999999999/custom-attributes/company', { value: 'x' })).status,
  ).toBe(404)
  const reader = await t.as(await t.make.agent({ permissions: ['contacts:read'] }))
  expect((await reader.put(path, { value: 'Other' })).status).toBe(403)
})

test('an agent who may not see a conversation cannot set its values', async () => {
  const { path } = await setUp()
  const stranger = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] }),
  )
  for (const rest of [
    '/custom-attributes',
    '/custom-attributes/note',
    '/contacts/custom-attributes',
    '/contacts/custom-attributes/company',
  ])
    expect(await stranger.put(path + rest, { value: 'x', note: 'x', company: 'x' })).toMatchObject({
      status: 404,
      body: { message: 'Conversation not found' },
    })
})

test('a changed definition reaches open browsers', async () => {
  const admin = await t.make.agent({ permissions: ['custom_attributes:manage'] })
  const browser = await t.as(admin)
  const socket = await openSocket(t, '/ws?v=2', { cookie: `parley_session=${browser.token}` })
  await socket.until((frames) => frames[0]?.type === 'hello')
  await browser.post('/api/v1/custom-attributes', {
    name: 'New',
    description: 'New',
    applies_to: 'contact',
    key: 'new',
    data_type: 'text',
    values: [],
  })
  await eventually(
    () => socket.frames.some((frame) => frame.object?.lookup === 'custom_attributes'),
    () => JSON.stringify(socket.frames),
  )
  socket.close()
})
