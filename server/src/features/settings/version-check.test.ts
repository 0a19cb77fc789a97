import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { isNewerVersion } from './release-feed.ts'
import { checkForRelease } from './version-check.ts'

let t: TestApp
let url: string
let asked = 0
let answer: { status?: number; location?: string; body: string } = { body: '' }
const server = http.createServer((_request, response) => {
  asked++
  const { status = 200, location, body } = answer
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
  asked = 0
})

const update = {
  release_version: 'v1.5.0',
  release_date: '2026-11-01',
  url: 'https://parley.example/1.5.0',
  description: 'Faster.',
}
const publish = (part: object = {}, more: object = {}) => {
  answer = { body: JSON.stringify({ update: { ...update, ...part }, ...more }) }
}
const check = (address: string | undefined = url, outbound: object = { isAllowed: () => true }) =>
  checkForRelease({ db: t.db, clock: t.clock, log: createLog('silent') }, address, outbound)
const told = async (actor: { id: number }) =>
  (await (await t.as(actor)).get('/api/v1/settings/general')).body.data['app.update']
const aDayLater = () => t.clock.advance(24 * 3_600_000)

test('a newer release is told until its notice is put away, to each agent by themselves', async () => {
  publish({}, { messages: null })
  await check()
  const [ana, ben] = [await t.make.agent(), await t.make.agent()]
  expect(await told(ana)).toEqual({ update: { ...update, is_new: true }, messages: null })
  const put = async (release_version: string) =>
    (await t.as(ana)).put('/api/v1/settings/general/dismissed-release', { release_version })
  expect((await put('v1.5.0')).body.data).toBe(true)
  expect(await told(ana)).toMatchObject({ update: { is_new: false } })
  expect(await told(ben)).toMatchObject({ update: { is_new: true } })

  aDayLater()
  publish({ release_version: '1.5.1' })
  await check()
  expect(await told(ana)).toMatchObject({ update: { release_version: '1.5.1', is_new: true } })
  expect((await put('')).status).toBe(400)
  expect((await put('1'.repeat(41))).status).toBe(400)
})

test('strangers are told nothing, and agents nothing of what is not newer', async () => {
  for (const release_version of ['1.4.0', 'v1.4', '1.3.9']) {
    publish({ release_version })
    await check()
    expect(await told(await t.make.agent())).toBeNull()
    aDayLater()
  }
  publish()
  await check()
  expect(
    Object.keys((await t.send({ method: 'GET', url: '/api/v1/settings/general' })).body.data),
  ).not.toContain('app.update')
})

test('it asks once a day, and another address at once', async () => {
  publish()
  await check()
  await check()
  expect(asked).toBe(1)
  await check(`${url}?channel=stable`)
  expect(asked).toBe(2)
  aDayLater()
  await check(`${url}?channel=stable`)
  expect(asked).toBe(3)
})

test.each([
  ['no JSON', '<html>moved</html>', 200],
  ['nothing', '', 200],
  ['null', 'null', 200],
  ['another shape', '{"tag_name":"v9"}', 200],
  ['an error', JSON.stringify({ update }), 500],
  ['an address that runs', JSON.stringify({ update: { ...update, url: 'javascript:alert(1)' } }), 200],
  ['no version', JSON.stringify({ update: { ...update, release_version: 'newest' } }), 200],
  ['a preview', JSON.stringify({ update: { ...update, release_version: '2.0.0-rc.1' } }), 200],
  ['no date', JSON.stringify({ update: { ...update, release_date: 'soon' } }), 200],
  ['too much', JSON.stringify({ update, padding: 'x'.repeat(200_000) }), 200],
])('%s instead of a release changes nothing', async (_what, body, status) => {
  const ana = await t.make.agent()
  publish()
  await check()
  const known = await told(ana)
  aDayLater()
  answer = { body, status }
  await check()
  expect(asked).toBe(2)
  expect(await told(ana)).toEqual(known)
  // Not before tomorrow.
  await check()
  expect(asked).toBe(2)
})

test('a private address is not asked, also by a redirect, and without an address what was known is forgotten', async () => {
  const ana = await t.make.agent()
  publish()
  await check(url, {})
  expect(asked).toBe(0)
  expect(await told(ana)).toBeNull()

  answer = { status: 302, location: 'http://10.0.0.1/', body: '' }
  await check(`${url}?redirects`, { isAllowed: (address: string) => address === '127.0.0.1' })
  expect(asked).toBe(1)
  expect(await told(ana)).toBeNull()

  publish()
  await check(`${url}?now`)
  expect(await told(ana)).not.toBeNull()
  await checkForRelease({ db: t.db, clock: t.clock, log: createLog('silent') }, undefined)
  expect(await told(ana)).toBeNull()
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
