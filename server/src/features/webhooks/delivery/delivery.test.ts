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
let dispatcher: WebhookDispatcher
let admin: Awaited<ReturnType<TestApp['as']>>
let agent: { id: number; as: Awaited<ReturnType<TestApp['as']>> }
let webhook: number

const [second, hour] = [1000, 3_600_000]
const secret = `whsec_${Buffer.from('a key for tests only, of 32 bytes').toString('base64')}`
/** Names resolve to this machine first; a rebinding name resolves elsewhere afterwards. */
let resolve = async () => ['127.0.0.1']

const createDispatcher = () =>
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
  dispatcher = createDispatcher()
  await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))
  webhook = await createWebhook({ events: ['conversation.tags_changed'], secret })
  await t.make.tag('odd')
  await t.make.tag('even')
})
afterAll(async () => {
  await dispatcher.stop()
  await t.stop()
  await receiver.stop()
})
afterEach(async () => {
  await dispatcher.idle()
  receiver.respondWith(null)
  resolve = async () => ['127.0.0.1']
  await t.db.deleteFrom('webhooks').where('id', '<>', webhook).execute()
  await t.db.deleteFrom('webhook_deliveries').execute()
  await t.db.deleteFrom('webhook_lines').execute()
  receiver.received.length = 0
})

async function createWebhook(more: { events: string[]; secret?: string; url?: string }): Promise<number> {
  const body = { name: 'Warehouse', url: receiver.url, secret: '', is_active: true, ...more }
  return (await admin.post('/api/v1/webhooks', body)).body.data.id
}

/** Waits until all recorded events are consumed. */
async function consumeAll() {
  await waitUntilEventsReadable(t.db)
  while ((await consumeOnce(t, webhookConsumer(t.clock, 'http://desk.parley.test'))) > 0);
}
async function dispatchAll() {
  await dispatcher.dispatch()
  await dispatcher.idle()
}
const consumeAndDispatch = async () => {
  await consumeAll()
  await dispatchAll()
}
const tag = (uuid: string, ...tags: string[]) => admin.post(`/api/v1/conversations/${uuid}/tags`, { tags })
const log = async (id = webhook): Promise<WebhookDelivery[]> =>
  (await admin.get(`/api/v1/webhooks/${id}/deliveries`)).body.data.results
const states = async () => (await log()).map(({ state }) => state)
const tagsOf = ({ body }: { body: string }) => JSON.parse(body).payload.new_tags.join()
const health = async () => (await admin.get(`/api/v1/webhooks/${webhook}`)).body.data

test('events are delivered, and both signatures are those of the secret over the bytes', async () => {
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
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

test('a conversation created through the API is delivered once', async () => {
  const id = await createWebhook({ events: ['conversation.created', 'message.created'] })
  const inbox = await t.make.inbox()
  const { status } = await admin.post('/api/v1/conversations', {
    ...{ inbox_id: inbox.id, contact_email: 'grace@customer.test', first_name: 'Grace' },
    ...{ subject: 'Broken lamp', content: '<p>Hello</p>' },
  })
  expect(status).toBe(200)
  await consumeAndDispatch()
  await consumeAll()
  await consumeAndDispatch()
  const eventNames = (await log(id)).map(({ event }) => event)
  expect(eventNames.toSorted()).toEqual(['conversation.created', 'message.created'])
  expect(receiver.received).toHaveLength(2)
})

test('nothing is signed without a secret, and a webhook only receives the events it subscribed to', async () => {
  await createWebhook({ events: ['conversation.assigned', 'conversation.unassigned'] })
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/assignee/user`, { assignee_id: agent.id })
  const team = await t.make.team()
  await admin.put(`/api/v1/conversations/${c.uuid}/assignee/team`, { assignee_id: team.id })
  await consumeAndDispatch()
  expect(receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual([
    'conversation.assigned',
    'conversation.unassigned',
  ])
  const names = Object.keys(receiver.received[0]?.headers ?? {})
  expect(names.filter((name) => name.includes('signature'))).toEqual([])
})

test('every event has the shape that the contract defines', async () => {
  await createWebhook({
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
  await consumeAndDispatch()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  for (const body of bodies) webhookBody(body.event).parse(body)
  const payloadsOf = (event: string) =>
    bodies.filter((body) => body.event === event).map(({ payload }) => payload)
  expect(payloadsOf('conversation.created')).toEqual([
    expect.objectContaining({ uuid, previous_conversations: null, subject: 'Where is it?' }),
  ])
  expect(payloadsOf('conversation.status_changed')).toEqual([
    expect.objectContaining({
      previous_status: 'Open',
      new_status: 'Snoozed',
      snooze_until: '2026-03-02T11:00:00.000Z',
    }),
    expect.objectContaining({ previous_status: 'Snoozed', new_status: 'Resolved', snooze_until: '' }),
  ])
  // As it was when it happened, not when it was read.
  expect(payloadsOf('message.created')[0]).toMatchObject({ type: 'outgoing', status: 'pending' })
  expect(payloadsOf('message.created').filter(({ type }) => type === 'activity').length).toBeGreaterThan(1)
  expect(payloadsOf('message.updated')).toEqual([
    expect.objectContaining({ uuid: reply.uuid, status: 'pending' }),
  ])
})

test('a held reply is delivered when it is released, and never when it is undone', async () => {
  await createWebhook({ events: ['message.created'] })
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
  const released = await send('<p>On its way</p>')
  const undo = await admin.put(`/api/v1/held-sends/${undone}/undo`)
  expect(undo.status).toBe(200)
  await consumeAndDispatch()
  expect(receiver.received.map(({ body }) => JSON.parse(body).payload.uuid)).toEqual([])
  t.clock.advance(30 * second)
  for (const held of await t.db.selectFrom('held_sends').select('id').execute())
    await t.act(t.system, (tx) => sendDueHeld(tx, held.id))
  await consumeAndDispatch()
  expect(receiver.received.map(({ body }) => JSON.parse(body).payload.uuid)).toEqual([released])
})

test('after a 500, the same bytes are sent under the same webhook-id, and the log shows both attempts', async () => {
  receiver.respondWith((_request, response) => response.writeHead(500).end('out of paper'))
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
  await dispatchAll()
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
  await dispatchAll()
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
    'closes in the middle of its response',
    (_request: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-length': 100 }).write('so far')
      setTimeout(() => response.destroy(), 50)
    },
    200,
    /closed in the middle/,
  ],
  [
    'never ends its response',
    (_request: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200).write('wait for it')
    },
    200,
    /took too long/,
  ],
] as const)('a receiver that %s is retried later', async (_what, answer, status, words) => {
  receiver.respondWith(answer)
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
  expect((await log())[0]).toMatchObject({
    state: 'waiting',
    last_attempt: { status, ok: false, error: expect.stringMatching(words) },
  })
})

test('the first kilobyte of a huge response is kept, without waiting for the rest', async () => {
  receiver.respondWith((_request, response) => {
    response.writeHead(200)
    const fill = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', fill)
    fill()
  })
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
  expect((await log())[0]).toMatchObject({
    state: 'delivered',
    last_attempt: { status: 200, answer: 'x'.repeat(1024) },
  })
})

test('a redirect is never followed, and a name that rebinds to a private address is rejected on connecting', async () => {
  receiver.respondWith((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${receiver.port}/elsewhere` }).end(),
  )
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  expect((await log())[0]?.last_attempt).toMatchObject({
    status: 307,
    error: expect.stringMatching(/redirects aren’t followed/),
  })

  const id = await createWebhook({
    events: ['conversation.tags_changed'],
    url: `http://turns.test:${receiver.port}/hook`,
  })
  resolve = async () => ['127.0.0.1', '10.0.0.7']
  receiver.respondWith(null)
  await tag(c.uuid, 'even')
  await consumeAndDispatch()
  const [rebound] = await log(id)
  expect(rebound).toMatchObject({
    state: 'waiting',
    last_attempt: { status: null, error: expect.stringMatching(/isn’t on the public internet/) },
  })
})

test('within a conversation nothing overtakes a failing delivery; other conversations continue', async () => {
  const failing = await t.make.conversation()
  const working = await t.make.conversation()
  receiver.respondWith(({ body }, response) =>
    response.writeHead(body.includes(failing.uuid) ? 503 : 200).end(),
  )
  await tag(failing.uuid, 'odd')
  await tag(failing.uuid, 'odd', 'even')
  await tag(working.uuid, 'even')
  await tag(working.uuid, 'odd')
  await consumeAndDispatch()
  const payloadsOf = (uuid: string) => receiver.received.filter(({ body }) => body.includes(uuid)).map(tagsOf)
  expect(payloadsOf(failing.uuid)).toEqual(['odd'])
  expect(payloadsOf(working.uuid)).toEqual(['even', 'odd'])
  // Later events wait behind it, too.
  await tag(failing.uuid)
  await tag(working.uuid)
  await consumeAndDispatch()
  expect(payloadsOf(failing.uuid)).toEqual(['odd'])
  expect(payloadsOf(working.uuid)).toEqual(['even', 'odd', ''])
  receiver.respondWith(null)
  t.clock.advance(10 * second)
  await dispatchAll()
  expect(payloadsOf(failing.uuid)).toEqual(['odd', 'odd', 'even,odd', ''])
  expect(new Set(await states())).toEqual(new Set(['delivered']))
  expect(await t.db.selectFrom('webhook_lines').selectAll().execute()).toEqual([])
})

test('when killed between delivery and bookkeeping, it is sent again under the same webhook-id', async () => {
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAll()
  // A process claims the queue, delivers and dies before saving the outcome.
  expect(await t.act(t.system, (tx) => claimQueues(tx, new Map([[webhook, 5]])))).toHaveLength(1)
  const [{ uuid } = { uuid: '' }] = await log()
  await dispatchAll()
  expect(receiver.received, 'it is still claimed').toHaveLength(0)
  t.clock.advance(61 * second)
  await dispatchAll()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([uuid])
  expect(await states()).toEqual(['delivered'])
})

test('after 24 hours a delivery fails with its last reason, and the next of its conversation is sent', async () => {
  receiver.respondWith((_request, response) => response.writeHead(500).end())
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
  const startedAt = t.clock.now().getTime()
  let attemptCount = 0
  while ((await states())[0] === 'waiting' && attemptCount++ < 40) {
    const { due_at } = await t.db.selectFrom('webhook_lines').select('due_at').executeTakeFirstOrThrow()
    t.clock.set(due_at)
    await dispatchAll()
  }
  expect(await states()).toEqual(['failed'])
  expect(t.clock.now().getTime() - startedAt).toBe(24 * hour)
  expect(receiver.received.length).toBeGreaterThan(12)
  expect(receiver.received.length).toBeLessThan(25)
  expect(await t.db.selectFrom('webhook_lines').selectAll().execute()).toEqual([])

  // Manually: one more attempt, regardless of its outcome.
  const [{ id } = { id: 0 }] = await log()
  const replay = () => admin.post(`/api/v1/webhooks/${webhook}/deliveries/${id}/replay`)
  await replay()
  await dispatchAll()
  expect(await states()).toEqual(['failed'])
  receiver.respondWith(null)
  expect((await admin.post(`/api/v1/webhooks/${webhook}/deliveries/replay`, {})).body.data).toEqual({
    count: 1,
  })
  await dispatchAll()
  expect(await states()).toEqual(['delivered'])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('disabling stops deliveries immediately; waiting ones are skipped and can be sent after enabling', async () => {
  receiver.respondWith((_request, response) => response.writeHead(500).end())
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
  expect(await states()).toEqual(['skipped'])
  await tag(c.uuid, 'even')
  t.clock.advance(hour)
  await consumeAndDispatch()
  expect(receiver.received).toHaveLength(1)
  expect(await states(), 'nothing is queued for it').toEqual(['skipped'])
  const [{ id } = { id: 0 }] = await log()
  const refused = await admin.post(`/api/v1/webhooks/${webhook}/deliveries/${id}/replay`)
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/disabled/) } })
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
  receiver.respondWith(null)
  const replayed = await admin.post(`/api/v1/webhooks/${webhook}/deliveries/replay`, { state: 'skipped' })
  expect(replayed.body.data).toEqual({ count: 1 })
  await dispatchAll()
  expect(await states()).toEqual(['delivered'])
})

test('a delivery in progress counts as delivered when the webhook is disabled in the meantime', async () => {
  const { promise: requestArrived, resolve: markRequested } = Promise.withResolvers<void>()
  const { promise: answerAllowed, resolve: allowAnswer } = Promise.withResolvers<void>()
  receiver.respondWith(async (_request, response) => {
    markRequested()
    await answerAllowed
    response.end()
  })
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAll()
  await dispatcher.dispatch()
  await requestArrived
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
  allowAnswer()
  await dispatcher.idle()
  expect(await states()).toEqual(['delivered'])
  await admin.put(`/api/v1/webhooks/${webhook}/toggle`)
})

test('two nodes share the work: each delivery once, each conversation in order', async () => {
  const other = createDispatcher()
  const uuids: string[] = []
  for (let n = 0; n < 12; n++) uuids.push((await t.make.conversation()).uuid)
  for (const tags of [['odd'], ['odd', 'even'], []]) for (const uuid of uuids) await tag(uuid, ...tags)
  await consumeAll()
  await Promise.all([dispatcher.dispatch(), other.dispatch()])
  await Promise.all([dispatcher.idle(), other.idle()])
  for (const uuid of uuids)
    expect(receiver.received.filter(({ body }) => body.includes(uuid)).map(tagsOf)).toEqual([
      'odd',
      'even,odd',
      '',
    ])
  await other.stop()
})

test('a restarted consumer writes nothing twice, and nothing without webhooks', async () => {
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAll()
  const events = await readEvents(t.db, { xid: '0', id: 0 }, 100_000)
  const before = await t.db.selectFrom('webhook_deliveries').select('id').execute()
  expect(before).toHaveLength(1)
  const about = events.filter(({ conversation_id }) => conversation_id === c.id)
  await t.act(t.system, (tx) => webhookConsumer(t.clock, '').handle(tx, about))
  expect(await t.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual(before)
})

test('mail imported from an existing mailbox is not delivered', async () => {
  const c = await t.make.conversation()
  t.clock.advance(second)
  const id = await createWebhook({ events: ['message.created', 'conversation.created'] })
  await t.act(t.system, (tx) =>
    tx.record({
      type: 'conversation.created',
      conversation: { before: null, after: c },
      data: { historical: true },
    }),
  )
  await consumeAll()
  expect(await log(id)).toEqual([])
})

test('the log can be filtered, is paged by cursor, and covers 30 days', async () => {
  receiver.respondWith(({ body }, response) => response.writeHead(body.includes('"even"') ? 500 : 200).end())
  for (let n = 0; n < 3; n++) await tag((await t.make.conversation()).uuid, 'odd')
  await tag((await t.make.conversation()).uuid, 'even')
  await consumeAndDispatch()
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

test('deleting a webhook deletes its log, also during a delivery', async () => {
  const { promise: requestArrived, resolve: markRequested } = Promise.withResolvers<void>()
  const id = await createWebhook({ events: ['conversation.tags_changed'], url: `${receiver.url}/slow` })
  receiver.respondWith(({ path }, response) => {
    if (path === '/hook/slow') markRequested()
    setTimeout(() => response.end(), 100)
  })
  await tag((await t.make.conversation()).uuid, 'odd')
  await consumeAll()
  await dispatcher.dispatch()
  await requestArrived
  await admin.del(`/api/v1/webhooks/${id}`)
  await dispatcher.idle()
  expect((await admin.get(`/api/v1/webhooks/${id}`)).status).toBe(404)
  const remaining = await t.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', id)
    .execute()
  expect(remaining).toEqual([])
})
