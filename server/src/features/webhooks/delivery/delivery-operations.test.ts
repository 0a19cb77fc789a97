import { expect, test } from 'vitest'
import { readEvents } from '../../../spine/read-events.ts'
import {
  admin,
  consumeAll,
  consumeAndDispatch,
  createDispatcher,
  createWebhook,
  dispatchAll,
  dispatcher,
  hour,
  log,
  receiver,
  setUpDelivery,
  states,
  t,
  tag,
  tagsOf,
  webhook,
} from './delivery-suite.ts'
import { webhookConsumer } from './enqueue-deliveries.ts'
import { purgeDeliveries } from './purge-deliveries.ts'

setUpDelivery()

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
