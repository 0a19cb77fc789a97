import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
let token: string
beforeAll(async () => {
  t = await startTestApp()
  const agent = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  token = agent.token
  const now = t.clock.now()
  const names = Array.from({ length: 300 }, (_, i) => `A tag “${i}”, long enough for a page of JSON`)
  await t.db
    .insertInto('tags')
    .values(names.map((name) => ({ name, created_at: now, updated_at: now })))
    .execute()
})
afterAll(() => t.stop())

const get = (url: string, accepted?: string) =>
  t.app.inject({
    url,
    headers: { cookie: `parley_session=${token}`, ...(accepted && { 'accept-encoding': accepted }) },
  })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
])('a long response to a client that accepts %s is sent as %s', async (accepted, coding, decompress) => {
  const plain = await get('/api/v1/tags')
  const compressed = await get('/api/v1/tags', accepted)
  expect(compressed.headers).toMatchObject({
    'content-encoding': coding,
    'content-length': String(compressed.rawPayload.length),
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(decompress(compressed.rawPayload).toString()).toBe(plain.body)
})

test('a client that accepts nothing of it gets the plain response, and caches know why', async () => {
  for (const accepted of [undefined, '', 'identity', 'deflate']) {
    const { headers } = await get('/api/v1/tags', accepted)
    expect(headers).toMatchObject({ vary: 'accept-encoding' })
    expect(headers).not.toHaveProperty('content-encoding')
  }
})

test('short responses are never compressed', async () => {
  expect((await get('/api/v1/statuses', 'br')).headers).not.toHaveProperty('content-encoding')
})
