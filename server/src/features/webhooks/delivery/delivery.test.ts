import { createHmac } from 'node:crypto'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import { type WebhookDelivery, webhookBody } from '@parley/contract/webhooks/webhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consumeOnce } from '../../../spine/consumer.ts'
import { readEvents } from '../../../spine/read-events.ts'
import { startWebhookReceiver } from '../../../testing/fake-services/webhook-receiver.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { waitUntilEventsReadable } from '../../../testing/wait-for-events.ts'
import { sendDueHeld } from '../../messages/held/send-held.ts'
import { claimQueues } from './claim-queues.ts'
import { startDispatcher, type WebhookDispatcher } from './dispatcher.ts'
import { webhookConsumer } from './enqueue-deliveries.ts'
import { purgeDeliveries } from './purge-deliveries.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let courier: WebhookDispatcher
let admin: Awaited<ReturnType<TestApp['as']>>
let agent: { id: number; as: Awaited<ReturnType<TestApp['as']>> }
let webhook: number

const [second, hour] = [1000, 3_600_000]
const secret = `whsec_${Buffer.from('a key for tests only, of 32 bytes').toString('base64')}`
/** Names resolve to this machine first; a name that turns leads elsewhere afterwards. */
let resolve = async () => ['127.0.0.1']

const newCourier = () =>
  startDispatcher({
    ...t,
    version: '1.2.3',
    network: { resolve: () => resolve(), isAllowed: (address) => address === '127.0.0.1' },
    timeouts: { connect: 3000, tls: 3000, first_byte: 300, total: 600 },
  })

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  t = await startTestApp({
    webhook_reach: { resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' },
  })
  const actor = await t.make.agent({ permissions: t.make.allPermissions })
  admin = await t.as(actor)
  agent = { id: actor.id, as: admin }
  courier = newCourier()
  await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))
  webhook = await make({ events: ['conversation.tags_changed'], secret })
  await t.make.tag('odd')
  await t.make.tag('even')
})
afterAll(async () => {
  await courier.stop()
  await t.stop()
  await receiver.stop()
})
afterEach(async () => {
  await courier.idle()
  receiver.respondWith(null)
  resolve = async () => ['127.0.0.1']
  await t.db.deleteFrom('webhooks').where('id', '<>', webhook).execute()
  await t.db.deleteFrom('webhook_deliveries').execute()
  await t.db.deleteFrom('webhook_lines').execute()
  receiver.received.length = 0
})

async function make(more: { events: string[]; secret?: string; url?: string }): Promise<number> {
  const body = { name: 'Warehouse', url: receiver.url, secret: '', is_active: true, ...more }
  return (await admin.post('/api/v1/webhooks', body)).body.data.id
}

/** Everything that was recorded by now is read. */
async function read() {
  await waitUntilEventsReadable(t.db)
  while ((await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))) > 0);
}
async function deliver() {
  await courier.dispatch()
  await courier.idle()
}
const happen = async () => {
  await read()
  await deliver()
}
const tag = (uuid: string, ...tags: string[]) => admin.post(`/api/v1/conversations/${uuid}/tags`, { tags })
const log = async (id = webhook): Promise<WebhookDelivery[]> =>
  (await admin.get(`/api/v1/webhooks/${id}/deliveries`)).body.data.results
const states = async () => (await log()).map(({ state }) => state)
const tagsOf = ({ body }: { body: string }) => JSON.parse(body).payload.new_tags.join()
const health = async () => (await admin.get(`/api/v1/webhooks/${webhook}`)).body.data

test('what happens is delivered, and both signatures are those of the secret over the bytes', async () => {
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await happen()
  expect(receiver.received).toHaveLength(1)
  const [first] = receiver.received
  if (!first) throw new Error('Nothing arrived')
  const { headers, body } = first
  expect(webhookBody('conversation.tags_changed').parse(JSON.parse(body))).toEqual({
    event: 'conversation.tags_changed',
    timestamp: '2026-03-02T09:00:00Z',
    payload: { conversation_uuid: c.uuid, previous_tags: [], new_tags: ['odd'], actor_id: agent.id },
  })
  const [delivery] = await log()
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhook/1.2.3',
    'webhook-id': delivery?.uuid,
    'webhook-timestamp': String(t.clock.now().getTime() / 1000),
  })
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(headers['x-parley-signature']).toBe(
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  )
  expect(delivery).toMatchObject({
    state: 'delivered',
    attempts: 1,
    conversation_uuid: c.uuid,
    last_attempt: { ok: true, status: 200, answer: 'thank you', error: null },
  })
  expect(await health()).toMatchObject({
    last_delivered_at: t.clock.now().toISOString(),
    failing_since: null,
  })
  const detail = (await admin.get(`/api/v1/webhooks/${webhook}/deliveries/${delivery?.id}`)).body.data
  expect(detail.body).toBe(body)
  expect(detail.tries).toHaveLength(1)
  expect(detail.headers).toMatchObject({ 'webhook-id': delivery?.uuid, 'webhook-signature': 'v1,…' })
  expect(JSON.stringify(detail)).not.toContain(headers['webhook-signature'])
  expect(JSON.stringify(detail)).not.toContain(secretMask)
})

test('a conversation that was made over the API is told of once', async () => {
  const id = await make({ events: ['conversation.created', 'message.created'] })
  const inbox = await t.make.inbox()
  const { status } = await admin.post('/api/v1/conversations', {
    ...{ inbox_id: inbox.id, contact_email: 'grace@customer.test', first_name: 'Grace' },
    ...{ subject: 'Broken lamp', content: '<p>Hello</p>' },
  })
  expect(status).toBe(200)
  await happen()
  await read()
  await happen()
  const told = (await log(id)).map(({ event }) => event)
  expect(told.toSorted()).toEqual(['conversation.created', 'message.created'])
  expect(receiver.received).toHaveLength(2)
})

test('without a secret nothing is signed, and no one is told of what they did not ask for', async () => {
  await make({ events: ['conversation.assigned', 'conversation.unassigned'] })
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/assignee/user`, { assignee_id: agent.id })
  const team = await t.make.team()
  await admin.put(`/api/v1/conversations/${c.uuid}/assignee/team`, { assignee_id: team.id })
  await happen()
  expect(receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual([
    'conversation.assigned',
    'conversation.unassigned',
  ])
  const names = Object.keys(receiver.received[0]?.headers ?? {})
  expect(names.filter((name) => name.includes('signature'))).toEqual([])
})

test('every event has the shape that the contract says', async () => {
  await make({
    events: ['conversation.created', 'conversation.status_changed', 'message.created', 'message.updated'],
  })
  const inbox = await t.make.inbox()
  const made = await admin.post('/api/v1/conversations', {
    inbox_id: inbox.id,
    contact_email: 'grace@customer.test',
    first_name: 'Grace',
    subject: 'Where is it?',
    content: 'Hello',
    initiator: 'agent',
  })
  const { uuid } = made.body.data
  await admin.put(`/api/v1/conversations/${uuid}/status`, { status: 'Snoozed', snoozed_until: '2h' })
  await admin.put(`/api/v1/conversations/${uuid}/status`, { status: 'Resolved' })
  await t.db
    .updateTable('messages')
    .set({ status: 'failed', delivery_error: 'No such user' })
    .where('type', '=', 'outgoing')
    .where('private', '=', false)
    .execute()
  const list = (await admin.get(`/api/v1/conversations/${uuid}/messages`)).body.data.results
  const reply = list.find(({ type }: { type: string }) => type === 'outgoing')
  await admin.put(`/api/v1/conversations/${uuid}/messages/${reply.uuid}/retry`)
  await happen()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  for (const body of bodies) webhookBody(body.event).parse(body)
  const of = (event: string) => bodies.filter((body) => body.event === event).map(({ payload }) => payload)
  expect(of('conversation.created')).toEqual([
    expect.objectContaining({ uuid, previous_conversations: null, subject: 'Where is it?' }),
  ])
  expect(of('conversation.status_changed')).toEqual([
    expect.objectContaining({
      previous_status: 'Open',
      new_status: 'Snoozed',
      snooze_until: '2026-03-02T11:00:00.000Z',
    }),
    expect.objectContaining({ previous_status: 'Snoozed', new_status: 'Resolved', snooze_until: '' }),
  ])
  // As it was when it happened, not as it was when it was read.
  expect(of('message.created')[0]).toMatchObject({ type: 'outgoing', status: 'pending' })
  expect(of('message.created').filter(({ type }) => type === 'activity').length).toBeGreaterThan(1)
  expect(of('message.updated')).toEqual([expect.objectContaining({ uuid: reply.uuid, status: 'pending' })])
})

test('a reply that is held back is told of when it is released, and never when it is taken back', async () => {
  await make({ events: ['message.created'] })
  const c = await t.make.conversation()
  const send = async (message: string) =>
    (
      await admin.post(`/api/v1/conversations/${c.uuid}/messages`, {
        message,
        to: ['grace@customer.test'],
        undo_seconds: 20,
      })
    ).body.data.uuid as string
  const undone = await send('<p>Never mind</p>')
  const kept = await send('<p>On its way</p>')
  const undo = await admin.put(`/api/v1/held-sends/${undone}/undo`)
  expect(undo.status).toBe(200)
  await happen()
  expect(receiver.received.map(({ body }) => JSON.parse(body).payload.uuid)).toEqual([])
  t.clock.advance(30 * second)
  for (const held of await t.db.selectFrom('held_sends').select('id').execute())
    await t.act(t.system, (tx) => sendDueHeld(tx, held.id))
  await happen()
  expect(receiver.received.map(({ body }) => JSON.parse(body).payload.uuid)).toEqual([kept])
})

test('500, then back: the same bytes under the same webhook-id, and the log tells both', async () => {
  receiver.respondWith((_request, response) => response.writeHead(500).end('out of paper'))
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await happen()
  await deliver()
  expect(receiver.received, 'not before its time').toHaveLength(1)
  expect(await health()).toMatchObject({
    failing_since: t.clock.now().toISOString(),
    last_failure: 'The server responded with 500',
  })
  expect((await log())[0]).toMatchObject({
    state: 'waiting',
    attempts: 1,
    last_attempt: { status: 500, answer: 'out of paper', ok: false },
  })
  receiver.respondWith(null)
  t.clock.advance(6 * second)
  await deliver()
  const [first, again] = receiver.received
  expect(again?.body).toBe(first?.body)
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(again?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp'])
  expect((await log())[0]).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(await health()).toMatchObject({ failing_since: null, last_failure: null })
})

test.each([
  ['hangs', () => {}, null, /didn’t respond within/],
  [
    'closes in the middle of its answer',
    (_request: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-length': 100 }).write('so far')
      setTimeout(() => response.destroy(), 50)
    },
    200,
    /closed in the middle/,
  ],
  [
    'never comes to an end',
    (_request: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200).write('wait for it')
    },
    200,
    /took too long/,
  ],
] as const)('a receiver that %s is tried again later', async (_what, answer, status, words) => {
  receiver.respondWith(answer)
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await happen()
  expect((await log())[0]).toMatchObject({
    state: 'waiting',
    last_attempt: { status, ok: false, error: expect.stringMatching(words) },
  })
})

test('of a huge answer the first kilobyte is kept, and the rest not waited for', async () => {
  receiver.respondWith((_request, response) => {
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  })
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await happen()
  expect((await log())[0]).toMatchObject({
    state: 'delivered',
    last_attempt: { status: 200, answer: 'x'.repeat(1024) },
  })
})

test('a redirect is never followed, and a name that comes to lead inside is refused at connecting', async () => {
  receiver.respondWith((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${receiver.port}/elsewhere` }).end(),
  )
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await happen()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  expect((await log())[0]?.last_attempt).toMatchObject({
    status: 307,
    error: expect.stringMatching(/redirects aren’t followed/),
  })

  const id = await make({
    events: ['conversation.tags_changed'],
    url: `http://turns.test:${receiver.port}/hook`,
  })
  resolve = async () => ['127.0.0.1', '10.0.0.7']
  receiver.respondWith(null)
  await tag(c.uuid, 'even')
  await happen()
  const [turned] = await log(id)
  expect(turned).toMatchObject({
    state: 'waiting',
    last_attempt: { status: null, error: expect.stringMatching(/isn’t on the public internet/) },
  })
})

test('within a conversation nothing overtakes a failing head; other conversations go on', async () => {
  const stuck = await t.make.conversation()
  const free = await t.make.conversation()
  receiver.respondWith(({ body }, response) =>
    response.writeHead(body.includes(stuck.uuid) ? 503 : 200).end(),
  )
  await tag(stuck.uuid, 'odd')
  await tag(stuck.uuid, 'odd', 'even')
  await tag(free.uuid, 'even')
  await tag(free.uuid, 'odd')
  await happen()
  const of = (uuid: string) => receiver.received.filter(({ body }) => body.includes(uuid)).map(tagsOf)
  expect(of(stuck.uuid)).toEqual(['odd'])
  expect(of(free.uuid)).toEqual(['even', 'odd'])
  // What comes later waits behind it, too.
  await tag(stuck.uuid)
  await tag(free.uuid)
  await happen()
  expect(of(stuck.uuid)).toEqual(['odd'])
  expect(of(free.uuid)).toEqual(['even', 'odd', ''])
  receiver.respondWith(null)
  t.clock.advance(10 * second)
  await deliver()
  expect(of(stuck.uuid)).toEqual(['odd', 'odd', 'even,odd', ''])
  expect(new Set(await states())).toEqual(new Set(['delivered']))
  expect(await t.db.selectFrom('webhook_lines').selectAll().execute()).toEqual([])
})

test('killed between delivery and bookkeeping, it goes out again under the same webhook-id', async () => {
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await read()
  // A process takes the line, delivers and dies before it can say so.
  expect(await t.act(t.system, (tx) => claimQueues(tx, new Map([[webhook, 5]])))).toHaveLength(1)
  const [{ uuid } = { uuid: '' }] = await log()
  await deliver()
  expect(receiver.received, 'it is still taken').toHaveLength(0)
  t.clock.advance(61 * second)
  await deliver()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([uuid])
  expect(await states()).toEqual(['delivered'])
})

test('after 24 hours it is given up with its last reason, and the next of the conversation gets its turn', async () => {
  receiver.respondWith((_request, response) => response.writeHead(500).end())
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await happen()
  const begun = t.clock.now().getTime()
  let rounds = 0
  while ((await states())[0] === 'waiting' && rounds++ < 40) {
    const { due_at } = await t.db.selectFrom('webhook_lines').select('due_at').executeTakeFirstOrThrow()
    t.clock.set(due_at)
    await deliver()
  }
  expect(await states()).toEqual(['failed'])
  expect(t.clock.now().getTime() - begun).toBe(24 * hour)
  expect(receiver.received.length).toBeGreaterThan(12)
  expect(receiver.received.length).toBeLessThan(25)
  expect(await t.db.selectFrom('webhook_lines').selectAll().execute()).toEqual([])

  // By hand: one more try, whatever comes of it.
  const [{ id } = { id: 0 }] = await log()
  const replay = () => admin.post(`/api/v1/webhooks/${webhook}/deliveries/${id}/replay`)
  await replay()
  await deliver()
  expect(await states()).toEqual(['failed'])
  receiver.respondWith(null)
  expect((await admin.post(`/api/v1/webhooks/${webhook}/deliveries/replay`, {})).body.data).toEqual({
    count: 1,
  })
  await deliver()
  expect(await states()).toEqual(['delivered'])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('switched off it stops at once; what waited is skipped and can be sent when it is on again', async () => {
  receiver.respondWith((_request, response) => response.writeHead(500).end())
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await happen()
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
  expect(await states()).toEqual(['skipped'])
  await tag(c.uuid, 'even')
  t.clock.advance(hour)
  await happen()
  expect(receiver.received).toHaveLength(1)
  expect(await states(), 'nothing is written down for it').toEqual(['skipped'])
  const [{ id } = { id: 0 }] = await log()
  const refused = await admin.post(`/api/v1/webhooks/${webhook}/deliveries/${id}/replay`)
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/disabled/) } })
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
  receiver.respondWith(null)
  const replayed = await admin.post(`/api/v1/webhooks/${webhook}/deliveries/replay`, { state: 'skipped' })
  expect(replayed.body.data).toEqual({ count: 1 })
  await deliver()
  expect(await states()).toEqual(['delivered'])
})

test('switched off while a try is under way, what arrived has arrived', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<void>()
  receiver.respondWith(async (_request, response) => {
    ask()
    await mayAnswer
    response.end()
  })
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await read()
  await courier.dispatch()
  await asked
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
  answerNow()
  await courier.idle()
  expect(await states()).toEqual(['delivered'])
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
})

test('two nodes share the work: each delivery once, each conversation in order', async () => {
  const other = newCourier()
  const uuids: string[] = []
  for (let n = 0; n < 12; n++) uuids.push((await t.make.conversation()).uuid)
  for (const tags of [['odd'], ['odd', 'even'], []]) for (const uuid of uuids) await tag(uuid, ...tags)
  await read()
  await Promise.all([courier.dispatch(), other.dispatch()])
  await Promise.all([courier.idle(), other.idle()])
  for (const uuid of uuids)
    expect(receiver.received.filter(({ body }) => body.includes(uuid)).map(tagsOf)).toEqual([
      'odd',
      'even,odd',
      '',
    ])
  await other.stop()
})

test('the reader that dies and begins again writes nothing twice, and nothing at all for nobody', async () => {
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await read()
  const events = await readEvents(t.db, { xid: '0', id: 0 }, 100_000)
  const before = await t.db.selectFrom('webhook_deliveries').select('id').execute()
  expect(before).toHaveLength(1)
  const about = events.filter(({ conversation_id }) => conversation_id === c.id)
  await t.act(t.system, (tx) => webhookConsumer(t.clock, '').handle(tx, about))
  expect(await t.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual(before)
})

test('mail that was in a mailbox before us is told to nobody', async () => {
  const c = await t.make.conversation()
  t.clock.advance(second)
  const id = await make({ events: ['message.created', 'conversation.created'] })
  await t.act(t.system, (tx) =>
    tx.record({
      type: 'conversation.created',
      conversation: { before: null, after: c },
      data: { historical: true },
    }),
  )
  await read()
  expect(await log(id)).toEqual([])
})

test('the log is narrowed, goes on by cursor, and goes back 30 days', async () => {
  receiver.respondWith(({ body }, response) => response.writeHead(body.includes('"even"') ? 500 : 200).end())
  for (let n = 0; n < 3; n++) await tag((await t.make.conversation()).uuid, 'odd')
  await tag((await t.make.conversation()).uuid, 'even')
  await happen()
  const page = async (query: string) =>
    (await admin.get(`/api/v1/webhooks/${webhook}/deliveries?${query}`)).body.data
  expect((await page('state=waiting')).results).toHaveLength(1)
  expect((await page('event=message.created')).results).toEqual([])
  const first = await page('page_size=3')
  expect(first).toMatchObject({ total: 4, total_pages: 2 })
  const rest = await page(`page_size=3&cursor=${first.next_cursor}`)
  const ids = [...first.results, ...rest.results].map(({ id }: { id: number }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  expect(ids).toHaveLength(4)
  await purgeDeliveries(t.db, new Date(t.clock.now().getTime() + 29 * 24 * hour))
  expect(await log()).toHaveLength(4)
  await purgeDeliveries(t.db, new Date(t.clock.now().getTime() + 31 * 24 * hour))
  expect(await states()).toEqual(['waiting'])
})

test('a webhook takes its log with it, also while something is under way', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const id = await make({ events: ['conversation.tags_changed'], url: `${receiver.url}/slow` })
  receiver.respondWith(({ path }, response) => {
    if (path === '/hook/slow') ask()
    setTimeout(() => response.end(), 100)
  })
  await tag((await t.make.conversation()).uuid, 'odd')
  await read()
  await courier.dispatch()
  await asked
  await admin.del(`/api/v1/webhooks/${id}`)
  await courier.idle()
  expect((await admin.get(`/api/v1/webhooks/${id}`)).status).toBe(404)
  const left = await t.db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id).execute()
  expect(left).toEqual([])
})
