import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../../db/json.ts'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { processDelivery } from '../email/filing/process-delivery.ts'
import { storeRawMail } from '../email/ledger/raw-mail.ts'
import { insertDelivery } from '../email/ledger/record-delivery.ts'
import { mergeContact } from './merge-contact.ts'

let t: TestApp
let mail: TestMail
let browser: Awaited<ReturnType<TestApp['as']>>
const address = 'help@acme.test'
let inbox_id: number
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  inbox_id = (await t.make.inbox(address)).id
  browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

let count = 0
/** A contact with one email conversation. */
async function contactWithEmail(name: string) {
  count += 1
  const who = `${name}${count}@customer.test`
  const id = `${name}.${count}@customer.test`
  const delivery = await mail.receive(
    mail.compose({ from: `${name} <${who}>`, to: address, id }),
    address,
    who,
  )
  const c = await mail.conversation(delivery.conversation_id)
  return { who, id: c.contact_id, c, message_id: id }
}
const merge = (id: number, into_id: number) => browser.post(`/api/v1/contacts/${id}/merge`, { into_id })
const preview = (id: number, into_id: number) =>
  browser.get(`/api/v1/contacts/${id}/merge?into_id=${into_id}`)
const row = (id: number) =>
  t.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const set = (id: number, values: object) =>
  t.db.updateTable('contacts').set(values).where('id', '=', id).execute()

test("a merge moves everything the preview announced, keeps the target's values and fills its missing ones", async () => {
  const [from, into] = [await contactWithEmail('ada'), await contactWithEmail('byron')]
  await set(from.id, {
    phone_number: '1',
    phone_number_country_code: 'GB',
    custom_attributes: json({ plan: 'gold', city: 'London' }),
  })
  await set(into.id, { custom_attributes: json({ plan: 'free' }) })
  await browser.post(`/api/v1/contacts/${from.id}/notes`, { note: 'Likes engines' })
  await browser.post(`/api/v1/contacts/${from.id}/addresses`, { address: `more.${from.who}` })

  expect((await preview(from.id, into.id)).body.data).toEqual({
    conversations: 1,
    unseen_conversations: false,
    notes: 1,
    addresses: [from.who, `more.${from.who}`].sort(),
    filled: ['phone_number', 'phone_number_country_code', 'city'],
  })
  const reply = await merge(from.id, into.id)
  expect(reply).toMatchObject({
    status: 200,
    body: {
      data: {
        id: into.id,
        first_name: 'byron',
        email: into.who,
        phone_number: '1',
        phone_number_country_code: 'GB',
        custom_attributes: { plan: 'free', city: 'London' },
      },
    },
  })
  expect(reply.body.data.addresses.map((one: { address: string }) => one.address).sort()).toEqual(
    [into.who, from.who, `more.${from.who}`].sort(),
  )
  const conversation = (await browser.get(`/api/v1/conversations/${from.c.uuid}`)).body.data
  expect(conversation.contact).toMatchObject({ id: into.id, first_name: 'byron' })
  expect(conversation.version).toBeGreaterThan(from.c.version)
  const messages = (await browser.get(`/api/v1/conversations/${from.c.uuid}/messages`)).body.data.results
  expect(messages).toMatchObject([
    { type: 'activity', activity: { type: 'contact_merged', data: { from: 'ada', into: 'byron' } } },
    { type: 'incoming', sender_id: into.id, sender: { first_name: 'byron' }, meta: { from: [from.who] } },
  ])
  const people = (await browser.get(`/api/v1/conversations/${from.c.uuid}/participants`)).body.data
  expect(people.map((one: { id: number }) => one.id)).not.toContain(from.id)
  expect(people.map((one: { id: number }) => one.id)).toContain(into.id)
  expect((await browser.get(`/api/v1/contacts/${into.id}/notes`)).body.data).toMatchObject([
    { note: 'Likes engines' },
  ])
  expect(await t.events(from.c.id)).toContain('conversation.contact_merged')
  const event = await t.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'contact.merged')
    .where('object_id', '=', from.id)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    changes: { merged_into_id: [null, into.id] },
    data: { into_id: into.id, conversations: 1 },
  })
})

test('the preview counts what the reader may see, and says that there is more without a number', async () => {
  const [from, into] = [await contactWithEmail('seen'), await contactWithEmail('unseen')]
  const reader = await t.make.agent({
    permissions: ['contacts:write', 'conversations:read', 'conversations:read_assigned'],
  })
  const previewAsReader = async () =>
    (await (await t.as(reader)).get(`/api/v1/contacts/${from.id}/merge?into_id=${into.id}`)).body.data
  expect(await previewAsReader()).toMatchObject({ conversations: 0, unseen_conversations: true })
  await t.db
    .updateTable('conversations')
    .set({ assigned_user_id: reader.id })
    .where('id', '=', from.c.id)
    .execute()
  expect(await previewAsReader()).toMatchObject({ conversations: 1, unseen_conversations: false })
})

test('the old id returns the merged contact, even after two merges, and can no longer be changed', async () => {
  const [a, b, c] = [await contactWithEmail('a'), await contactWithEmail('b'), await contactWithEmail('c')]
  await merge(a.id, b.id)
  await merge(b.id, c.id)
  for (const { id } of [a, b, c])
    expect((await browser.get(`/api/v1/contacts/${id}`)).body.data.id).toBe(c.id)
  expect((await browser.get(`/api/v1/contacts/${a.id}/conversations`)).body.data.total).toBe(3)
  expect(await browser.put(`/api/v1/contacts/${a.id}/block`, { enabled: false })).toMatchObject({
    status: 409,
    body: { message: 'This contact was merged into another one. Open that one instead' },
  })
  expect((await merge(a.id, c.id)).status).toBe(404)
})

test('email from both addresses continues the old conversations and starts new ones of the merged contact', async () => {
  const [from, into] = [await contactWithEmail('old'), await contactWithEmail('new')]
  await merge(from.id, into.id)
  const replyDelivery = await mail.receive(
    mail.compose({ from: from.who, to: address, headers: { 'In-Reply-To': `<${from.message_id}>` } }),
    address,
    from.who,
  )
  expect(replyDelivery.conversation_id).toBe(from.c.id)
  const fresh = await mail.receive(mail.compose({ from: from.who, to: address }), address, from.who)
  expect((await mail.conversation(fresh.conversation_id)).contact_id).toBe(into.id)
  // From the other address into the first one's conversation: the same person, not a new participant.
  const across = await mail.receive(
    mail.compose({ from: into.who, to: address, headers: { 'In-Reply-To': `<${from.message_id}>` } }),
    address,
    into.who,
  )
  const messages = await mail.messagesOf(from.c.id)
  expect(messages.find(({ delivery_id }) => delivery_id === across.id)?.meta).toMatchObject({
    from: [into.who],
  })
  expect(messages.map(({ meta }) => JSON.stringify(meta)).join()).not.toContain('new_participant')
  // Also when only the number in the subject matches.
  const byNumber = await mail.receive(
    mail.compose({ from: into.who, to: address, subject: `Re: [#${from.c.reference_number}] A question` }),
    address,
    into.who,
  )
  expect(byNumber.conversation_id).toBe(from.c.id)
})

test('an invalid merge is refused and leaves no trace', async () => {
  const [from, into] = [await contactWithEmail('from'), await contactWithEmail('into')]
  const events = (await t.events()).length
  expect(await merge(from.id, from.id)).toMatchObject({ status: 409 })
  expect((await merge(from.id, 999_999)).status).toBe(404)
  expect((await merge(999_999, into.id)).status).toBe(404)
  await set(from.id, { enabled: false })
  expect(await merge(from.id, into.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Only one of the contacts is blocked') },
  })
  expect((await preview(from.id, into.id)).status).toBe(409)
  expect((await t.events()).length).toBe(events)
  expect(await row(from.id)).toMatchObject({ deleted_at: null, merged_into_id: null })
})

test('messages the source wrote in conversations of others are reattributed to the target', async () => {
  const [host, from, into] = [
    await contactWithEmail('host'),
    await contactWithEmail('guest'),
    await contactWithEmail('same'),
  ]
  await mail.receive(
    mail.compose({ from: from.who, to: address, headers: { 'In-Reply-To': `<${host.message_id}>` } }),
    address,
    from.who,
  )
  await merge(from.id, into.id)
  const senders = (await mail.messagesOf(host.c.id))
    .filter(({ type }) => type === 'incoming')
    .map(({ sender_id }) => sender_id)
  expect(senders).toEqual([host.id, into.id])
})

test('an email that is being filed during the merge of its sender ends up with the remaining contact', async () => {
  const into = await contactWithEmail('winner')
  for (let attempt = 0; attempt < 8; attempt++) {
    const from = await contactWithEmail('racing')
    for (let n = 0; n < 4; n++) {
      const raw = Buffer.from(mail.compose({ from: from.who, to: address }).replaceAll('\n', '\r\n'))
      const raw_hash = await storeRawMail(t.files.mail, raw)
      await t.act(t.system, (tx) =>
        insertDelivery(tx, {
          inbox_id,
          source: 'smtp',
          envelope: { peer: null, helo: null, from: from.who, recipients: [address] },
          raw_hash,
          raw_size: raw.length,
        }),
      )
    }
    const waiting = (await mail.deliveries({ newest: 4 })).map(({ id }) => id)
    await Promise.all([
      ...waiting.map((id) => processDelivery(mail.reading, id)),
      merge(from.id, into.id).then((reply) => expect(reply.status).toBe(200)),
    ])
    const filed = await mail.deliveries({ newest: 4 })
    expect(filed.map(({ state }) => state)).toEqual(Array(4).fill('threaded'))
    for (const { conversation_id } of filed)
      expect((await mail.conversation(conversation_id)).contact_id).toBe(into.id)
    expect(
      await t.db
        .selectFrom('messages')
        .select('id')
        .where('sender_type', '=', 'contact')
        .where('sender_id', '=', from.id)
        .execute(),
    ).toEqual([])
    expect(
      await t.db.selectFrom('contact_addresses').selectAll().where('contact_id', '=', from.id).execute(),
    ).toEqual([])
  }
})

test('filing that began before the merge makes the merge wait, and later filing waits for the merge', async () => {
  const [from, into] = [await contactWithEmail('early'), await contactWithEmail('target')]
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasMerged, resolve: merged } = Promise.withResolvers<void>()
  const merging = t.act(t.system, async (tx) => {
    await mergeContact(tx, from.id, into.id)
    merged()
    await mayEnd
  })
  await hasMerged
  const filing = mail.receive(mail.compose({ from: from.who, to: address }), address, from.who)
  await waitsForLock()
  end()
  await merging
  const delivery = await filing
  expect((await mail.conversation(delivery.conversation_id)).contact_id).toBe(into.id)
})

/** Resolves once a statement of this database is waiting for a lock. */
async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rows } = await t.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows.length > 0) return
  }
}

test('two concurrent merges of each contact into the other leave one contact', async () => {
  const [a, b] = [await contactWithEmail('left'), await contactWithEmail('right')]
  const replies = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
  const remaining = (await browser.get(`/api/v1/contacts/${a.id}`)).body.data
  expect((await browser.get(`/api/v1/contacts/${b.id}`)).body.data.id).toBe(remaining.id)
  expect(remaining.addresses).toHaveLength(2)
})

test('a contact with 500 conversations is merged in one transaction', async () => {
  const [from, into] = [await contactWithEmail('prolific'), await contactWithEmail('quiet')]
  const one = await t.make.conversation({ email: from.who, inbox_id })
  await sql`with copies as (
      insert into conversations select (jsonb_populate_record(null::conversations, to_jsonb(c) ||
        jsonb_build_object('id', nextval(pg_get_serial_sequence('conversations', 'id')), 'uuid', gen_random_uuid(),
          'reference_number', c.reference_number || '-' || n))).*
      from conversations c, generate_series(1, 498) n where c.id = ${one.id} returning id)
    insert into conversation_participants (conversation_id, person_id, joined_at)
      select copies.id, p.person_id, p.joined_at from copies, conversation_participants p
      where p.conversation_id = ${one.id}`.execute(t.db)
  expect((await merge(from.id, into.id)).status).toBe(200)
  expect((await browser.get(`/api/v1/contacts/${into.id}/conversations`)).body.data.total).toBe(501)
}, 60_000)
