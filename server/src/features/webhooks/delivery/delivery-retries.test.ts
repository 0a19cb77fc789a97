import { expect, test } from 'vitest'
import { claimQueues } from './claim-queues.ts'
import {
  admin,
  consumeAll,
  consumeAndDispatch,
  createWebhook,
  dispatchAll,
  health,
  hour,
  log,
  receiver,
  resolveTo,
  second,
  setUpDelivery,
  shortenTimeouts,
  states,
  t,
  tag,
  tagsOf,
  webhook,
} from './delivery-suite.ts'

setUpDelivery()

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
  ['hangs', () => {}, null, /didn’t respond within/, { first_byte: 300 }],
  [
    'closes in the middle of its response',
    (_request: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-length': 100 }).write('so far')
      setTimeout(() => response.destroy(), 50)
    },
    200,
    /closed in the middle/,
    {},
  ],
  [
    'never ends its response',
    (_request: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200).write('wait for it')
    },
    200,
    /took too long/,
    // Within which it must begin to respond.
    { total: 3_000 },
  ],
] as const)('a receiver that %s is retried later', async (_what, answer, status, words, shorter) => {
  receiver.respondWith(answer)
  shortenTimeouts(shorter)
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
  resolveTo(async () => ['127.0.0.1', '10.0.0.7'])
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
