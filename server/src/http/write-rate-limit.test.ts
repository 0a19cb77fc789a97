import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
  expect((await admin.put('/api/v1/settings/general', { 'app.max_writes_per_minute': 30 })).status).toBe(200)
})
afterAll(() => t.stop())

const write = (browser: Awaited<ReturnType<TestApp['as']>>) =>
  browser.put('/api/v1/agents/me/preferences', { theme: 'dark' })
const remainingOf = (reply: { headers: Record<string, unknown> }) =>
  Number(reply.headers['ratelimit-remaining'])

test('an agent who exceeds the limit is rejected until the minute is over', async () => {
  const ana = await t.as(await t.make.agent())
  const first = await write(ana)
  expect(first).toMatchObject({
    status: 200,
    headers: { 'ratelimit-limit': '30', 'ratelimit-remaining': '29' },
  })
  expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(50)
  for (let n = 1; n < 30; n++) expect((await write(ana)).status).toBe(200)
  const refused = await write(ana)
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/), 'ratelimit-remaining': '0' },
    body: {
      status: 'error',
      error_type: 'GeneralException',
      message: expect.stringMatching(/^You made more than 30 changes in a minute\. Wait \d+ seconds/),
      request_id: expect.any(String),
    },
  })
  expect((await ana.get('/api/v1/agents/me')).status).toBe(200)
  expect((await write(await t.as(await t.make.agent()))).status).toBe(200)

  t.clock.advance(61_000)
  expect((await write(ana)).status).toBe(200)
})

test("an agent's sessions share the limit, and an API key has its own", async () => {
  const bo = await t.make.agent()
  const sessions = [await t.as(bo), await t.as(bo)] as const
  expect(remainingOf(await write(sessions[0]))).toBe(29)
  expect(remainingOf(await write(sessions[1]))).toBe(28)
  const manager = await t.as(await t.make.agent({ permissions: ['users:manage'] }))
  const { api_key, api_secret } = (await manager.post(`/api/v1/agents/${bo.id}/api-key`)).body.data
  const byKey = await t.send({
    method: 'PUT',
    url: '/api/v1/agents/me/preferences',
    headers: { authorization: `Bearer ${api_key}:${api_secret}` },
    payload: { theme: 'dark' },
  })
  expect([byKey.status, remainingOf(byKey)]).toEqual([200, 29])
})

test('reads, marking as read, availability and undo do not count; a bulk action counts once', async () => {
  const carl = await t.make.agent()
  const browser = await t.as(carl)
  const uuids: string[] = []
  for (let n = 0; n < 3; n++) uuids.push((await t.make.conversation({ assigned_user_id: carl.id })).uuid)
  const uncounted = [
    await browser.get('/api/v1/agents/me'),
    await browser.put(`/api/v1/conversations/${uuids[0]}/last-seen`),
    await browser.put('/api/v1/agents/me/availability', { status: 'online' }),
    await browser.put(`/api/v1/held-sends/${crypto.randomUUID()}/undo`),
  ]
  expect(uncounted.map(({ status }) => status)).toEqual([200, 200, 200, 404])
  expect(uncounted.map(({ headers }) => headers['ratelimit-limit'])).toEqual(Array(4).fill(undefined))
  const bulk = await browser.post('/api/v1/conversations/bulk', {
    uuids,
    action: { type: 'set_status', status: 'Resolved' },
  })
  expect(remainingOf(bulk)).toBe(29)
})

test('a rejected call counts, and an anonymous one is rejected as such', async () => {
  const dora = await t.as(await t.make.agent())
  expect(remainingOf(await dora.post('/api/v1/contacts/1/notes', { note: 5 }))).toBe(29)
  const anonymous = await t.send({ method: 'PUT', url: '/api/v1/agents/me/preferences', payload: {} })
  expect([anonymous.status, anonymous.headers['ratelimit-limit']]).toEqual([401, undefined])
})

test('a client that does not know the setting leaves it unchanged; the default is 300', async () => {
  await admin.put('/api/v1/settings/general', { 'app.site_name': 'Acme' })
  const limit = async () => (await write(await t.as(await t.make.agent()))).headers['ratelimit-limit']
  expect(await limit()).toBe('30')
  await t.db.deleteFrom('settings').where('key', '=', 'app.max_writes_per_minute').execute()
  expect(await limit()).toBe('300')
  expect((await admin.get('/api/v1/settings/general')).body.data['app.max_writes_per_minute']).toBe(300)
})
