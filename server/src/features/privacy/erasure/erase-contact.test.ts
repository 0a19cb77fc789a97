import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SearchToken } from '@parley/contract/search/search-tokens'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasedText } from '../../../erased-text.ts'
import { extractFileTexts } from '../../../search-index/extract-file-texts.ts'
import { keysOfWord } from '../../../search-index/index-keys.ts'
import { reindexStale } from '../../../search-index/reindex-stale.ts'
import { consumeOnce } from '../../../spine/consumer.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'
import { waitUntilEventsReadable } from '../../../testing/wait-for-events.ts'
import { FileStorageError } from '../../../transient-error.ts'
import { lockContact } from '../../contacts/lock-contact.ts'
import { removeRawMail } from '../../email/ledger/erase-delivery.ts'
import { webhookConsumer } from '../../webhooks/delivery/enqueue-deliveries.ts'
import { applyErasures, findUnknownErasures } from './apply-erasure-list.ts'
import { eraseContact } from './erase-contact.ts'
import { findDeliveries } from './erase-deliveries.ts'
import { ageFiles, findMarker } from './find-marker-suite.ts'
import { marker, onePixel, person, plantMarker } from './plant-marker-suite.ts'
import { readErasureList } from './present-erasure.ts'
import { eraseContactJob, startErasure } from './start-erasure.ts'

let t: TestApp
let mail: TestMail
let engines: ReturnType<typeof startTestEngines>
let images: Server
let browser: Awaited<ReturnType<TestApp['as']>>
const inbox = 'support@acme.test'
const minute = 60_000

beforeAll(async () => {
  images = createServer((_, response) => response.end(Buffer.concat([onePixel, Buffer.from(marker)])))
  await new Promise<void>((ready) => images.listen(0, '127.0.0.1', ready))
  const loopback = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
  t = await startTestApp({ webhook_reach: loopback, outbound: loopback })
  mail = await startTestMail(t)
  engines = startTestEngines(
    t,
    {},
    {
      [eraseContactJob]: ({ id }) => eraseContact(t, Number(id)),
      remove_raw_mail: ({ hash }) => removeRawMail(t.db, t.files.mail, Buffer.from(String(hash), 'hex')),
    },
  )
  await t.make.inbox(inbox)
  browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await t.make.tag('vip')
  const attribute = (applies_to: string, key: string) =>
    browser.post('/api/v1/custom-attributes', {
      ...{ applies_to, key, name: key, data_type: 'text', values: [], description: 'For tests' },
    })
  await attribute('contact', 'shoe')
  await attribute('conversation', 'plate')
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
  await new Promise((closed) => images.close(closed))
})

/** Everything that reads the spine, including webhooks, whose receiver is down. */
async function settle(): Promise<void> {
  await engines.settle()
  await waitUntilEventsReadable(t.db)
  while ((await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))) > 0);
}

test('nothing about an erased person is left in any table or file', async () => {
  await settle()
  await browser.post('/api/v1/webhooks', {
    ...{ name: 'Warehouse', url: 'http://127.0.0.1:9/hook', secret: '', is_active: true },
    events: ['conversation.created', 'conversation.deleted', 'message.created', 'message.updated'],
  })
  await settle()
  const rule = await browser.post('/api/v1/automations/rules', {
    ...{ name: 'Confirm', type: 'new_conversation', events: [] },
    rules: [
      {
        groups: [
          {
            logical_op: 'OR',
            rules: ['About my', 'case'].map((value) => ({ field: 'subject', operator: 'contains', value })),
          },
          { logical_op: 'OR', rules: [] },
        ],
        group_operator: 'AND',
        actions: [{ type: 'send_reply', value: ['<p>We have it</p>'] }],
      },
    ],
  })
  expect([rule.status, rule.body.message]).toEqual([200, undefined])
  await settle()
  const made = await plantMarker(t, mail, {
    ...{ browser, inbox, image_port: (images.address() as AddressInfo).port }, // listens on TCP
  })
  await settle()
  await extractFileTexts({ ...t, media: t.files.media }, { ms: 60_000, older_files: 10 })
  const before = new Set((await findMarker(t)).map((place) => place.split(':')[0]))
  // Otherwise the test would look for what was never there.
  for (const table of [
    ...['contacts', 'contact_addresses', 'contact_notes', 'conversations', 'messages', 'media', 'events'],
    ...['thread_ids', 'conversation_addresses', 'drafts', 'webhook_deliveries', 'mail_deliveries'],
    ...['scheduled_replies', 'held_sends', 'csat_surveys', 'file_texts', 'automation_mails'],
    ...['side_threads', 'spam_lessons', 'spam_tokens', 'idempotency_keys', 'conversation_merges'],
  ])
    expect(before, table).toContain(`public.${table}`)
  expect([...before].filter((place) => place?.startsWith('/')).length).toBeGreaterThan(5)

  const preview = (await browser.get(`/api/v1/contacts/${made.contact_id}/erasure`)).body.data
  expect(preview).toMatchObject({
    confirmation: person.address,
    counts: { conversations_deleted: 2, contact_notes: 1 },
  })
  const path = `/api/v1/contacts/${made.contact_id}/erasure`
  expect((await browser.post(path, { confirmation: 'yes' })).status).toBe(400)
  const erasure = (await browser.post(path, { confirmation: person.address.toUpperCase() })).body.data
  await settle()
  await ageFiles(t.data_dir, 62 * minute)
  await engines.advance(62 * minute)
  await settle()
  expect(await findMarker(t)).toEqual([])

  const report = (await browser.get('/api/v1/privacy/erasures')).body.data[0]
  expect(report).toMatchObject({
    id: erasure.id,
    state: 'done',
    // The report also has what only the search for mentions finds.
    counts: { ...preview.counts, raw_emails: expect.any(Number), conversations_changed: expect.any(Number) },
  })
  const text = (await browser.get(`/api/v1/privacy/erasures/${erasure.id}/report`)).body
  expect(text).toContain('Conversations deleted: 2')
  expect(text).not.toContain(marker)

  // What others wrote is still there, and is found; the person's words are not.
  const texts = async (uuid: string) =>
    (await browser.get(`/api/v1/conversations/${uuid}/messages`)).body.data.results.map(
      (message: { content: string }) => message.content,
    )
  const shared = (await texts(made.shared)).join()
  for (const text of ['Where is it?', 'On its way', 'I agree.', erasedText]) expect(shared).toContain(text)
  expect((await texts(made.named)).join()).toContain(`Ask ${erasedText}`)
  expect((await browser.get(`/api/v1/conversations/${made.own}`)).status).toBe(404)
  expect((await browser.get(`/api/v1/conversations/${made.handed}`)).body.data).toMatchObject({
    subject: erasedText,
    contact: { email: 'hank@customer.test' },
  })
  while ((await reindexStale(t.db, 100)) > 0);
  const { rows } =
    await sql`select from search_messages where keys @> ${[...keysOfWord({ text: marker } as SearchToken)]}::integer[]
    union all select from search_conversations where keys @> ${[...keysOfWord({ text: marker } as SearchToken)]}::integer[]`.execute(
      t.db,
    )
  expect(rows).toEqual([])
})

test('an erased email is not imported again, a new one of the person is', async () => {
  const raw = mail.compose({
    from: 'Ines <ines@customer.test>',
    to: inbox,
    id: 'again@x.test',
    text: 'The same text',
  })
  const { conversation_id } = await mail.receive(raw, inbox, 'ines@customer.test')
  await erase((await mail.conversation(conversation_id)).contact_id)
  expect(await mail.receive(`Received: elsewhere\n${raw}`, inbox, 'ines@customer.test')).toMatchObject({
    state: 'ignored',
    from_address: null,
  })
  const later = mail.compose({ from: 'Ines <ines@customer.test>', to: inbox, text: 'Hello again' })
  expect(await mail.receive(later, inbox, 'ines@customer.test')).toMatchObject({ state: 'threaded' })
})

test('an erasure waits for a file storage that fails, rather than leave out emails that it can’t read', async () => {
  const address = 'cleo@storage.test'
  const raw = mail.compose({ from: 'someone@else.test', to: inbox, headers: { Cc: address } })
  const { id } = await mail.receive(raw, inbox, 'someone@else.test')
  await t.db.updateTable('mail_deliveries').set({ conversation_id: null }).where('id', '=', id).execute()
  const erasure = { cursor: id - 1, subject: { addresses: [address] } } as Parameters<
    typeof findDeliveries
  >[1] // all that it reads
  const store = t.files.mail
  expect(await findDeliveries({ db: t.db, store }, erasure)).toEqual([id])
  const failing: typeof store = Object.create(store, {
    get: { value: () => Promise.reject(new FileStorageError('S3 returned 503')) },
  })
  await expect(findDeliveries({ db: t.db, store: failing }, erasure)).rejects.toThrow('503')
})

test('an erasure that is killed after any transaction ends the same', async () => {
  const numbers: unknown[] = []
  for (const survives of [1, 2, 3, 5, 100]) {
    const address = `walter${survives}@killed.test`
    const raw = mail.compose({
      from: `Walter Kill <${address}>`,
      to: inbox,
      id: `first@${address}`,
      text: 'A first question',
    })
    const { conversation_id } = await mail.receive(raw, inbox, address)
    await mail.receive(
      mail.compose({ from: `Walter Kill <${address}>`, to: inbox, text: 'A second question' }),
      inbox,
      address,
    )
    const { contact_id } = await mail.conversation(conversation_id)
    const { id } = await startOnly(contact_id)
    let left = survives
    const killed: typeof t.act = (actor, work) => {
      if (left-- <= 0) throw new Error('Killed')
      return t.act(actor, work)
    }
    await eraseContact({ ...t, act: killed }, id).catch(() => {})
    await eraseContact(t, id)
    const row = await t.db
      .selectFrom('contact_erasures')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('removing_files')
    numbers.push(row.counts)
    expect(await t.db.selectFrom('contacts').select('id').where('id', '=', contact_id).execute()).toEqual([])
  }
  expect(new Set(numbers.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(numbers[0]).toMatchObject({ conversations_deleted: 2, messages_deleted: 2, raw_emails: 2 })
})

test('webhooks hear of each conversation that is deleted, and of nothing else about it', async () => {
  const c = await mail.receive(
    mail.compose({ from: 'Hugo <hugo@customer.test>', to: inbox }),
    inbox,
    'hugo@customer.test',
  )
  const { id, uuid, contact_id } = await mail.conversation(c.conversation_id)
  await settle()
  await erase(contact_id)
  const deliveries = await t.db
    .selectFrom('webhook_deliveries')
    .select(['event', 'body'])
    .where('conversation_id', '=', id)
    .execute()
  expect(deliveries.map(({ event }) => event)).toEqual(['conversation.deleted'])
  expect(JSON.parse(deliveries[0]?.body ?? '').payload).toMatchObject({
    conversation_uuid: uuid,
    reason: 'deleted',
  })
  const [webhook] = (await browser.get('/api/v1/webhooks')).body.data
  const log = (await browser.get(`/api/v1/webhooks/${webhook.id}/deliveries`)).body.data.results
  expect(log[0]).toMatchObject({ event: 'conversation.deleted', conversation_uuid: uuid })
})

test('files and emails that others have as well stay', async () => {
  const bytes = Buffer.from('the same form for everyone')
  const content_hash = await t.files.media.put(bytes)
  const of = async (email: string) => {
    const delivery = await mail.receive(mail.compose({ from: email, to: inbox }), inbox, email)
    const [message] = await mail.messagesOf(delivery.conversation_id)
    const dates = { created_at: t.clock.now(), updated_at: t.clock.now() }
    await t.db
      .insertInto('media')
      .values({
        ...dates,
        content_hash,
        size: bytes.length,
        filename: 'form.txt',
        content_type: 'text/plain',
        model_type: 'messages',
        message_id: message?.id ?? null,
      })
      .execute()
    return (await mail.conversation(delivery.conversation_id)).contact_id
  }
  const first = await of('first@forms.test')
  const second = await of('second@forms.test')
  await erase(first)
  expect((await t.files.media.get(content_hash)).equals(bytes)).toBe(true)
  await erase(second)
  await expect(t.files.media.get(content_hash)).rejects.toThrow()
})

test('an erasure needs a recent confirmation, the permission, and a contact that is still there', async () => {
  const contact = await t.make.conversation({ email: 'guarded@customer.test' })
  const path = `/api/v1/contacts/${contact.contact_id}/erasure`
  const body = { confirmation: 'guarded@customer.test' }
  const stale = await t.as(await t.make.agent({ permissions: t.make.allPermissions }), { stale: true })
  expect((await stale.post(path, body)).body.data).toEqual({ reason: 'confirmation_required' })
  const agent = await t.as(await t.make.agent())
  expect((await agent.post(path, body)).status).toBe(403)
  expect((await browser.post(path, body)).status).toBe(200)
  expect((await browser.post(path, body)).status).toBe(404)
  expect((await browser.get(path)).status).toBe(404)
})

test('a list of erasures finds in a restored backup who was erased after it, and not who wrote again', async () => {
  const erased = await t.make.conversation({ email: 'gone@restored.test' })
  await erase(erased.contact_id)
  const list = await readErasureList(t.db, t.clock.now())
  const last = list.erasures.at(-1)
  // As in a backup from before: the contact exists, and the erasure doesn't.
  await t.db
    .deleteFrom('contact_erasures')
    .where('id', '=', last?.id ?? 0)
    .execute()
  const before = {
    created_at: new Date(Date.parse(last?.requested_at ?? '') - minute),
    updated_at: t.clock.now(),
  }
  const { id } = await t.db
    .insertInto('contacts')
    .values({ ...before, email: 'Gone@restored.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await findUnknownErasures(t.db, t.secrets, list)).toEqual({ unknown: 1, contact_ids: [id] })
  t.clock.advance(minute)
  await t.db.updateTable('contacts').set({ created_at: t.clock.now() }).where('id', '=', id).execute()
  expect(await findUnknownErasures(t.db, t.secrets, list)).toEqual({ unknown: 1, contact_ids: [] })
  await t.db.updateTable('contacts').set(before).where('id', '=', id).execute()
  expect(await applyErasures({ ...t, operator: t.system }, [id])).toBe(1)
  await settle()
  expect(await t.db.selectFrom('contacts').select('id').where('id', '=', id).execute()).toEqual([])
})

const startOnly = (contact_id: number) =>
  t.act(t.system, async (tx) => startErasure(tx, t.secrets, await lockContact(tx, contact_id)))

/** With everything that happens until its files are removed. */
async function erase(contact_id: number): Promise<void> {
  const { id } = await startOnly(contact_id)
  await settle()
  await ageFiles(t.data_dir, 62 * minute)
  await engines.advance(62 * minute)
  await settle()
  const row = await t.db
    .selectFrom('contact_erasures')
    .select(['state', 'subject'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'done', subject: null })
}
