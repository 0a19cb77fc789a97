import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { remoteImagePath } from '@parley/contract/messages/media'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listRemoteUrls } from './remote-image.ts'

let t: TestApp
let server: http.Server
let at: string
let requests: string[] = []
const picture = sharp({ create: { width: 5, height: 5, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

beforeAll(async () => {
  t = await startTestApp({ outbound: { resolve: async () => ['127.0.0.1'], isAllowed: () => true } })
  const bytes = await picture
  server = http.createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url?.startsWith('/gone')) return response.writeHead(404).end()
    if (request.url?.startsWith('/page'))
      return response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>')
    if (request.url?.startsWith('/drawing'))
      return response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    // A false type that must not be passed on.
    return response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'track=1' }).end(bytes)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  at = `http://images.test:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await t.stop()
})

async function messageShowing(...urls: string[]) {
  const c = await t.make.conversation()
  const escaped = urls.map((url) => url.replaceAll('&', '&amp;'))
  const message = await t.db
    .updateTable('messages')
    .set({ content: escaped.map((url) => `<img data-parley-src="${url}" />`).join('') })
    .where('conversation_id', '=', c.id)
    .returning(['uuid'])
    .executeTakeFirstOrThrow()
  return { c, uuid: message.uuid }
}

async function fetchAs(actor: Pick<Actor, 'id'>, uuid: string, url: string) {
  const { token } = await t.as(actor)
  return t.app.inject({ url: remoteImagePath(uuid, url), headers: { cookie: `parley_session=${token}` } })
}

test('a remote image is fetched once, served with its real type, and cached', async () => {
  const ana = await t.make.agent()
  const url = `${at}/a.png?x=1&y="2"`.replaceAll('"', '%22')
  const { uuid } = await messageShowing(url)
  requests = []
  for (const _ of [1, 2]) {
    const reply = await fetchAs(ana, uuid, url)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(await picture)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  expect(requests).toEqual(['/a.png?x=1&y=%222%22'])
})

test('only URLs referenced in a message that the reader may open are fetched', async () => {
  const ana = await t.make.agent()
  const [stranger, noMessages] = [
    await t.make.agent({ permissions: ['conversations:read', 'messages:read'] }),
    await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all'] }),
  ]
  const { uuid } = await messageShowing(`${at}/mine.png`)
  const other = await messageShowing(`${at}/other.png`)
  requests = []
  expect((await fetchAs(ana, uuid, `${at}/other.png`)).statusCode).toBe(404)
  expect((await fetchAs(ana, uuid, `${at}/mine.pn`)).statusCode).toBe(404)
  expect((await fetchAs(ana, crypto.randomUUID(), `${at}/mine.png`)).statusCode).toBe(404)
  expect((await fetchAs(stranger, other.uuid, `${at}/other.png`)).statusCode).toBe(404)
  expect((await fetchAs(noMessages, uuid, `${at}/mine.png`)).statusCode).toBe(403)
  expect((await t.app.inject({ url: remoteImagePath(uuid, `${at}/mine.png`) })).statusCode).toBe(401)
  expect(requests).toEqual([])
})

test('a response that is not an image is not passed on, and fetched again only after a while', async () => {
  const ana = await t.make.agent()
  const urls = ['/gone', '/page', '/drawing'].map((path) => at + path)
  const { uuid } = await messageShowing(...urls)
  requests = []
  const all = async () => Promise.all(urls.map(async (url) => (await fetchAs(ana, uuid, url)).statusCode))
  expect(await all()).toEqual([404, 404, 404])
  expect(await all()).toEqual([404, 404, 404])
  expect(requests).toHaveLength(3)
  t.clock.advance(11 * 60_000)
  await all()
  expect(requests).toHaveLength(6)
})

test('internal servers are never contacted, whatever a mail contains', async () => {
  const guarded = await startTestApp()
  try {
    const ana = await guarded.make.agent()
    const c = await guarded.make.conversation()
    const url = at.replace('images.test', '127.0.0.1')
    const { uuid } = await guarded.db
      .updateTable('messages')
      .set({ content: `<img data-parley-src="${url}" />` })
      .where('conversation_id', '=', c.id)
      .returning('uuid')
      .executeTakeFirstOrThrow()
    requests = []
    const reply = await (await guarded.as(ana)).get(remoteImagePath(uuid, url))
    expect(reply).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('public internet') },
    })
    expect(requests).toEqual([])
  } finally {
    await guarded.stop()
  }
})

test('URLs are read as the sanitiser writes them', () => {
  expect(
    listRemoteUrls(
      '<img alt="data-parley-src" data-parley-src="https://a.test/?a=1&amp;b=&quot;" /><td data-parley-background="https://b.test/&amp;amp;">',
    ),
  ).toEqual(new Set(['https://a.test/?a=1&b="', 'https://b.test/&amp;']))
})
