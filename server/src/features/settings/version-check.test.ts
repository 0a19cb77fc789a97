import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { isNewerVersion } from './release-feed.ts'
import { checkForRelease } from './version-check.ts'

let t: TestApp
let url: string
let requestCount = 0
let feedReply: { status?: number; location?: string; body: string } = { body: '' }
const server = http.createServer((_request, response) => {
  requestCount++
  const { status = 200, location, body } = feedReply
  response.writeHead(status, location ? { location } : {}).end(body)
})
beforeAll(async () => {
  t = await startTestApp({ version: '1.4.0' })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/newest.json` // it listens on a port
})
afterAll(async () => {
  server.close()
  await t.stop()
})
beforeEach(async () => {
  await t.db.deleteFrom('settings').where('key', '=', 'release').execute()
  requestCount = 0
})

const update = {
  release_version: 'v1.5.0',
  release_date: '2026-11-01',
  url: 'https://parley.example/1.5.0',
  description: 'Faster.',
}
const publishRelease = (part: object = {}, more: object = {}) => {
  feedReply = { body: JSON.stringify({ update: { ...update, ...part }, ...more }) }
}
const checkNow = (address: string | undefined = url, outbound: object = { isAllowed: () => true }) =>
  checkForRelease({ db: t.db, clock: t.clock, log: createLog('silent') }, address, outbound)
const readUpdate = async (actor: { id: number }) =>
  (await (await t.as(actor)).get('/api/v1/settings/general')).body.data['app.update']
const aDayLater = () => t.clock.advance(24 * 3_600_000)

test('a newer release is shown until dismissed, for each agent separately', async () => {
  publishRelease({}, { messages: null })
  await checkNow()
  const [ana, ben] = [await t.make.agent(), await t.make.agent()]
  expect(await readUpdate(ana)).toEqual({ update: { ...update, is_new: true }, messages: null })
  const put = async (release_version: string) =>
    (await t.as(ana)).put('/api/v1/settings/general/dismissed-release', { release_version })
  expect((await put('v1.5.0')).body.data).toBe(true)
  expect(await readUpdate(ana)).toMatchObject({ update: { is_new: false } })
  expect(await readUpdate(ben)).toMatchObject({ update: { is_new: true } })

  aDayLater()
  publishRelease({ release_version: '1.5.1' })
  await checkNow()
  expect(await readUpdate(ana)).toMatchObject({ update: { release_version: '1.5.1', is_new: true } })
  expect((await put('')).status).toBe(400)
  expect((await put('1'.repeat(41))).status).toBe(400)
})

test('signed-out visitors see no release, and agents none that is not newer', async () => {
  for (const release_version of ['1.4.0', 'v1.4', '1.3.9']) {
    publishRelease({ release_version })
    await checkNow()
    expect(await readUpdate(await t.make.agent())).toBeNull()
    aDayLater()
  }
  publishRelease()
  await checkNow()
  expect(
    Object.keys((await t.send({ method: 'GET', url: '/api/v1/settings/general' })).body.data),
  ).not.toContain('app.update')
})

test('checks once a day, and immediately for another URL', async () => {
  publishRelease()
  await checkNow()
  await checkNow()
  expect(requestCount).toBe(1)
  await checkNow(`${url}?channel=stable`)
  expect(requestCount).toBe(2)
  aDayLater()
  await checkNow(`${url}?channel=stable`)
  expect(requestCount).toBe(3)
})

test.each([
  ['no JSON', '<html>moved</html>', 200],
  ['nothing', '', 200],
  ['null', 'null', 200],
  ['another shape', '{"tag_name":"v9"}', 200],
  ['an error', JSON.stringify({ update }), 500],
  ['a script URL', JSON.stringify({ update: { ...update, url: 'javascript:alert(1)' } }), 200],
  ['no version', JSON.stringify({ update: { ...update, release_version: 'newest' } }), 200],
  ['a preview', JSON.stringify({ update: { ...update, release_version: '2.0.0-rc.1' } }), 200],
  ['no date', JSON.stringify({ update: { ...update, release_date: 'soon' } }), 200],
  ['a huge response', JSON.stringify({ update, padding: 'x'.repeat(200_000) }), 200],
])('%s instead of a release changes nothing', async (_what, body, status) => {
  const ana = await t.make.agent()
  publishRelease()
  await checkNow()
  const knownUpdate = await readUpdate(ana)
  aDayLater()
  feedReply = { body, status }
  await checkNow()
  expect(requestCount).toBe(2)
  expect(await readUpdate(ana)).toEqual(knownUpdate)
  // Not before tomorrow.
  await checkNow()
  expect(requestCount).toBe(2)
})

test('a private address is not requested, not even by a redirect, and without a URL the stored release is deleted', async () => {
  const ana = await t.make.agent()
  publishRelease()
  await checkNow(url, {})
  expect(requestCount).toBe(0)
  expect(await readUpdate(ana)).toBeNull()

  feedReply = { status: 302, location: 'http://10.0.0.1/', body: '' }
  await checkNow(`${url}?redirects`, { isAllowed: (address: string) => address === '127.0.0.1' })
  expect(requestCount).toBe(1)
  expect(await readUpdate(ana)).toBeNull()

  publishRelease()
  await checkNow(`${url}?now`)
  expect(await readUpdate(ana)).not.toBeNull()
  await checkForRelease({ db: t.db, clock: t.clock, log: createLog('silent') }, undefined)
  expect(await readUpdate(ana)).toBeNull()
})

test.each([
  ['1.10.0', '1.9.9', true],
  ['v2', '1.99', true],
  ['1.4.0', '1.4', false],
  ['1.4.0', '1.4.0-rc.1', true],
  ['1.3.9', '1.4.0-rc.1', false],
  ['2.0.0', 'test', false],
])('%s is newer than %s: %s', (version, running, expected) => {
  expect(isNewerVersion(version, running)).toBe(expected)
})
