import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let mail: TestMail
let browser: Awaited<ReturnType<TestApp['as']>>
const address = 'help@acme.test'
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox(address)
  browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const from = (who: string, more: Partial<Parameters<TestMail['compose']>[0]> = {}) =>
  mail.receive(mail.compose({ from: `<${who}>`, to: address, ...more }), address, who)
const block = (id: number, enabled: boolean) => browser.put(`/api/v1/contacts/${id}/block`, { enabled })
const countConversations = async () => (await t.db.selectFrom('conversations').select('id').execute()).length

test('email of a blocked contact from any of their addresses creates nothing and is kept as ignored with the reason', async () => {
  const first = await from('mallory@spam.test')
  const { contact_id } = await mail.conversation(first.conversation_id)
  await browser.post(`/api/v1/contacts/${contact_id}/addresses`, { address: 'mallory@elsewhere.test' })
  expect(await block(contact_id, false)).toMatchObject({ status: 200, body: { data: { enabled: false } } })
  const before = await countConversations()
  const events = (await t.events()).length
  for (const who of ['mallory@spam.test', 'Mallory@Elsewhere.test'])
    expect(await from(who)).toMatchObject({
      state: 'ignored',
      reason: `The contact ${who.toLowerCase()} is blocked`,
    })
  expect(await countConversations()).toBe(before)
  expect((await t.events()).slice(events), 'nothing could answer or wake').toEqual([])
})

test('a plus-address does not get around a block, unless that address was unblocked itself', async () => {
  const existing = await from('oscar+work@spam.test')
  const first = await from('oscar@spam.test')
  await block((await mail.conversation(first.conversation_id)).contact_id, false)
  for (const who of ['oscar+2@spam.test', 'Oscar+a+b@spam.test'])
    expect(await from(who)).toMatchObject({
      state: 'ignored',
      reason: 'The contact oscar@spam.test is blocked',
    })
  expect((await from('oscar+work@spam.test', { subject: 'Again' })).state).toBe('threaded')
  await block((await mail.conversation(existing.conversation_id)).contact_id, false)
  expect((await from('oscar+work@spam.test', { subject: 'And again' })).state).toBe('ignored')
})

test('blocking a plus-address blocks that address and its own extensions, but neither the base address nor other ones', async () => {
  const first = await from('gail+shop@spam.test')
  await block((await mail.conversation(first.conversation_id)).contact_id, false)
  for (const who of ['gail+shop@spam.test', 'gail+shop+2@spam.test'])
    expect(await from(who, { subject: 'Again' })).toMatchObject({
      state: 'ignored',
      reason: 'The contact gail+shop@spam.test is blocked',
    })
  for (const who of ['gail@spam.test', 'gail+bank@spam.test'])
    expect([who, (await from(who)).state]).toEqual([who, 'threaded'])
})

test('a reply from a blocked contact reopens no conversation and is processed after they are unblocked', async () => {
  const first = await from('eve@spam.test', { id: 'first@spam.test' })
  const c = await mail.conversation(first.conversation_id)
  await browser.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Snoozed', snoozed_until: '2h' })
  await block(c.contact_id, false)
  const answer = await from('eve@spam.test', { headers: { 'In-Reply-To': '<first@spam.test>' } })
  expect(answer.state).toBe('ignored')
  expect(await mail.conversation(c.id)).toMatchObject({ status_id: 2, unread_counter: 1 })

  await block(c.contact_id, true)
  expect((await browser.post(`/api/v1/email/deliveries/${answer.id}/replay`)).status).toBe(200)
  await mail.readAll()
  expect((await mail.deliveries()).find(({ id }) => id === answer.id)).toMatchObject({
    state: 'threaded',
    conversation_id: c.id,
  })
  expect(await mail.conversation(c.id)).toMatchObject({ status_id: 1, unread_counter: 2 })
})

test('a conversation with a blocked contact cannot be started, and the list shows who is blocked', async () => {
  const first = await from('trudy@spam.test')
  const { contact_id, inbox_id } = await mail.conversation(first.conversation_id)
  await block(contact_id, false)
  const reply = await browser.post('/api/v1/conversations', {
    inbox_id,
    contact_email: 'trudy@spam.test',
    first_name: 'Trudy',
    subject: 'Hello',
    content: '<p>Hello</p>',
  })
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('blocked') } })
  const listContacts = async (blocked: string) =>
    (await browser.get(`/api/v1/contacts?blocked=${blocked}&search=trudy`)).body.data.results
  expect(await listContacts('true')).toMatchObject([{ id: contact_id, enabled: false }])
  expect(await listContacts('false')).toEqual([])
})

test('blocking twice records one event with before and after', async () => {
  const { contact_id } = await t.make.conversation()
  await block(contact_id, false)
  await block(contact_id, false)
  await block(contact_id, true)
  const events = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'contact')
    .where('object_id', '=', contact_id)
    .where('type', '<>', 'contact.created')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { type: 'contact.blocked', changes: { enabled: [true, false] } },
    { type: 'contact.unblocked', changes: { enabled: [false, true] } },
  ])
  expect((await browser.put(`/api/v1/contacts/${contact_id}/block`, {})).status).toBe(400)
})
