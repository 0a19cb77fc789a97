import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from '../../http/outbound/allowed-addresses.ts'
import { startWebhookReceiver } from '../../testing/fake-services/webhook-receiver.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let admin: Awaited<ReturnType<TestApp['as']>>

const mask = '••••••••••'
const privateHost = 'inside.example.com'
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  t = await startTestApp({
    webhook_reach: {
      resolve: async (host) =>
        host === privateHost ? ['10.0.0.7'] : host === 'nowhere.test' ? [] : ['127.0.0.1'],
      isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    },
  })
  admin = await t.as(await t.make.agent({ permissions: ['webhooks:manage'] }))
})
afterAll(async () => {
  await t.stop()
  await receiver.stop()
})
beforeEach(() => {
  receiver.respondWith(null)
  receiver.received.length = 0
})

const write = (more: object = {}) => ({
  name: 'Warehouse',
  url: receiver.url,
  events: ['message.created'],
  secret: '',
  is_active: true,
  ...more,
})
const make = async (more: object = {}) =>
  (await admin.post('/api/v1/webhooks', write(more))).body.data as { id: number; secret: string }

test('a webhook can be created, read, changed and deleted; its secret is encrypted and never shown', async () => {
  const made = await admin.post('/api/v1/webhooks', write({ secret: 'a very secret word' }))
  expect(made).toMatchObject({ status: 200, body: { data: { secret: mask, is_active: true } } })
  const { id } = made.body.data
  expect((await make({ name: 'Plain' })).secret).toBe('')
  expect((await admin.get('/api/v1/webhooks')).body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Plain',
    'Warehouse',
  ])
  const storedData = JSON.stringify([
    await t.db.selectFrom('webhooks').selectAll().execute(),
    await t.db.selectFrom('events').select(['type', 'changes', 'data']).execute(),
    (await admin.get(`/api/v1/webhooks/${id}`)).body,
  ])
  expect(storedData).not.toContain('a very secret word')

  await admin.put(`/api/v1/webhooks/${id}`, write({ name: 'Stock', secret: 'another word' }))
  const logged = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'webhook')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  expect(logged.at(-1)).toEqual({
    type: 'webhook.changed',
    changes: { name: ['Warehouse', 'Stock'], secret: [mask, mask] },
  })
  expect((await admin.put(`/api/v1/webhooks/${id}/toggle`)).body.data).toMatchObject({ is_active: false })
  expect((await admin.del(`/api/v1/webhooks/${id}`)).body).toMatchObject({ data: true })
  expect((await admin.get(`/api/v1/webhooks/${id}`)).status).toBe(404)
  const reader = await t.as(await t.make.agent({ permissions: ['activity_logs:manage'] }))
  const log = (await reader.get('/api/v1/activity-logs')).body.data.results
  expect(log).toContainEqual(
    expect.objectContaining({ activity_type: 'webhook.deleted', target_name: 'Stock' }),
  )
})

test('"" and the mask keep the secret; removing it must be explicit', async () => {
  const { id } = await make({ secret: 'kept' })
  const storedSecret = async () =>
    (await t.db.selectFrom('webhooks').select('secret').where('id', '=', id).executeTakeFirstOrThrow()).secret
  const before = await storedSecret()
  for (const secret of ['', mask]) {
    await admin.put(`/api/v1/webhooks/${id}`, write({ secret }))
    expect(await storedSecret()).toBe(before)
  }
  expect((await admin.put(`/api/v1/webhooks/${id}`, write({ remove_secret: true }))).body.data.secret).toBe(
    '',
  )
  expect(await storedSecret()).toBe('')
})

test.each([
  [{ name: ' ' }, 'name', /empty/],
  [{ name: 'x'.repeat(256) }, 'name', /255/],
  [{ url: '' }, 'url', /empty/],
  [{ url: 'example.com/hook' }, 'url', /full URL/],
  [{ url: 'ftp://example.com' }, 'url', /https/],
  [{ url: 'https://ada:word@example.com' }, 'url', /without a username/],
  [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'url', /2048/],
  [{ url: 'http://10.0.0.1/' }, 'url', /isn’t on the public internet/],
  [{ url: 'http://169.254.169.254/latest' }, 'url', /never contacted/],
  [{ url: `https://${privateHost}/hook` }, 'url', /isn’t on the public internet/],
  [{ url: 'https://nowhere.test/hook' }, 'url', /No server with this name/],
  [{ events: [] }, 'events', /one event/],
  [{ events: ['conversation.exploded'] }, 'events.0', /An event must be one of/],
  [{ secret: 'x'.repeat(256) }, 'secret', /255/],
])('%j is rejected at its field', async (wrong, path, words) => {
  const before = await t.db.selectFrom('webhooks').selectAll().execute()
  const refused = await admin.post('/api/v1/webhooks', write(wrong))
  expect(refused.body).toMatchObject({ errors: [{ path, message: expect.stringMatching(words) }] })
  expect(refused.status).toBe(400)
  expect(await t.db.selectFrom('webhooks').selectAll().execute()).toEqual(before)
})

test('a change to a private address is rejected, and a webhook whose server is gone can still be disabled', async () => {
  const { id } = await make()
  const moveReply = await admin.put(`/api/v1/webhooks/${id}`, write({ url: `http://${privateHost}/` }))
  expect(moveReply).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } })
  await t.db.updateTable('webhooks').set({ url: 'https://nowhere.test/' }).where('id', '=', id).execute()
  const disabled = await admin.put(
    `/api/v1/webhooks/${id}`,
    write({ url: 'https://nowhere.test/', is_active: false }),
  )
  expect(disabled.body.data).toMatchObject({ is_active: false })
})

test('a repeated creation returns the first', async () => {
  const key = { 'idempotency-key': 'webhook twice' }
  const [one, two] = [
    await admin.post('/api/v1/webhooks', write({ name: 'Twice' }), key),
    await admin.post('/api/v1/webhooks', write({ name: 'Twice' }), key),
  ]
  expect(two.body).toEqual(one.body)
})

test('a test is sent once, and its real outcome is returned', async () => {
  const { id } = await make()
  expect((await admin.post(`/api/v1/webhooks/${id}/test`)).body).toMatchObject({ data: true })
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    event: 'webhook.test',
    timestamp: '2026-03-02T09:00:00Z',
    payload: { id, name: 'Warehouse' },
  })
  receiver.respondWith((_request, response) => response.writeHead(418).end('I am a teapot'))
  // Regardless of the outcome.
  expect((await admin.post(`/api/v1/webhooks/${id}/test`)).body).toMatchObject({ data: true })
  const testReply = await admin.post('/api/v1/webhooks/test', { url: receiver.url, name: 'New one' })
  expect(testReply.body.data).toMatchObject({ ok: false, status: 418, answer: 'I am a teapot' })
  expect(testReply.body.data.error).toBe('The server responded with 418')
  const closedPort = await admin.post('/api/v1/webhooks/test', { url: 'http://127.0.0.1:9/' })
  expect(closedPort.body.data).toMatchObject({
    ok: false,
    status: null,
    error: expect.stringMatching(/this port/),
  })
  const before = receiver.received.length
  const privateReply = await admin.post('/api/v1/webhooks/test', {
    url: `http://${privateHost}:${receiver.port}/`,
  })
  expect(privateReply.body.data).toMatchObject({
    ok: false,
    status: null,
    error: expect.stringMatching(/public/),
  })
  expect(receiver.received).toHaveLength(before)
  expect(await t.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([])
})
