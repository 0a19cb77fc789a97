import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openSocket } from '../../testing/web-sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.stop())

const path = '/api/v1/agents/me/bootstrap'
type Browser = Awaited<ReturnType<TestApp['as']>>
const load = async (browser: Browser) => (await browser.get(path)).body.data
const get = async (browser: Browser, part: string) => (await browser.get(`/api/v1/${part}`)).body.data

test('each part is what its own endpoint returns', async () => {
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await browser.post('/api/v1/views', { name: 'Mine', filters: [{ field: 'tags', operator: 'set' }] })
  const { cursor, ...parts } = await load(browser)
  expect(cursor).toMatch(/./)
  expect(parts).toEqual({
    me: await get(browser, 'agents/me'),
    config: await get(browser, 'config'),
    settings: await get(browser, 'settings/general'),
    statuses: await get(browser, 'statuses'),
    agents: await get(browser, 'agents/compact'),
    views: await get(browser, 'views'),
  })
  expect(parts.views).toMatchObject([{ name: 'Mine' }])
})

test('an agent who may not list views gets everything else', async () => {
  const browser = await t.as(await t.make.agent({ permissions: ['contacts:read_all'] }))
  expect((await browser.get('/api/v1/views')).status).toBe(403)
  const parts = await load(browser)
  expect(parts.statuses).toEqual(await get(browser, 'statuses'))
  expect(parts).not.toHaveProperty('views')
})

test('without a session, the answer is 401', async () => {
  expect((await t.send({ url: path })).status).toBe(401)
})

test('a socket that continues at the cursor gets every change since, also of a transaction that was running', async () => {
  const agent = await t.make.agent()
  const browser = await t.as(agent)
  const conversation = await t.make.conversation()
  const [recorded, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = t.act(t.system, async (tx) => {
    await tx.record({ type: 'tag.created', object: { type: 'tag', id: null } })
    recorded.resolve()
    await loaded.promise
  })
  await recorded.promise
  const { cursor } = await load(browser)
  loaded.resolve()
  await running
  await browser.put(`/api/v1/conversations/${conversation.uuid}/priority`, { priority: 'High' })

  const socket = await openSocket(t, `/ws?v=2&cursor=${cursor}`, {
    cookie: `parley_session=${browser.token}`,
  })
  await socket.until(
    (frames) =>
      frames.some(({ type, object }) => type === 'lookup.changed' && object.lookup === 'tags') &&
      frames.some(({ type, object }) => type === 'conversation.changed' && object.uuid === conversation.uuid),
  )
  expect(socket.frames[0]).toMatchObject({ type: 'hello', reload: false, forget: false })
})
