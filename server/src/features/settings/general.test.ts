import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { removeUnusedUploads } from '../media/remove-unused-uploads.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const save = (values: object) => admin.put('/api/v1/settings/general', values)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
async function upload(use: string, bytes: Buffer | string = png) {
  const { payload, headers } = await multipartForm({ name: 'a.png', type: 'image/png', bytes }, { use })
  return admin.post('/api/v1/settings/general/pictures', payload, headers)
}

test.each([
  ['app.timezone', 'Europe/Atlantis', 'This time zone doesn’t exist'],
  ['app.timezone', '+02:00', 'This time zone doesn’t exist'],
  ['app.root_url', 'help.example.com', 'Enter the address people open'],
  ['app.root_url', 'javascript:alert(1)', 'Enter the address people open'],
  ['app.root_url', 'https://help.example.com/desk', 'without a path'],
  ['app.lang', 'tlh', 'There’s no translation for "tlh"'],
  ['app.logo_url', 'javascript:alert(1)', 'starts with https://'],
  ['app.session_lifetime_days', 0, 'at least one day'],
  ['app.session_lifetime_days', 366, 'at most 365 days'],
  ['app.favicon_url', '//elsewhere.example/x.png', 'starts with https://'],
  ['app.max_file_upload_size', 0, ''],
  ['app.max_file_upload_size', 501, ''],
  ['app.max_writes_per_minute', 29, ''],
  ['app.spam_filter', 'delete', ''],
])('%s rejects %j', async (key, value, reason) => {
  const answer = await save({ [key]: value })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toMatchObject([{ path: key, message: expect.stringContaining(reason) }])
})

test('extensions are stored as they are compared: in lower case, without a dot, each once', async () => {
  expect(
    (await save({ 'app.allowed_file_upload_extensions': ['.PDF', ' png ', '*.pdf'] })).body,
  ).toMatchObject({ data: true })
  expect((await admin.get('/api/v1/settings/general')).body.data).toMatchObject({
    'app.allowed_file_upload_extensions': ['pdf', 'png'],
  })
  const { status } = await save({ 'app.allowed_file_upload_extensions': ['p d f'] })
  expect(status).toBe(400)
})

test('a saved logo is visible without a session and survives the removal of unused uploads', async () => {
  const { url } = (await upload('logo')).body.data
  const unused_url = (await upload('favicon')).body.data.url
  const getAnonymously = (path: string) => t.app.inject(path)
  expect((await getAnonymously(url)).statusCode, 'before it is saved').toBe(401)
  await save({ 'app.logo_url': url })
  const publicReply = await getAnonymously(url)
  expect(publicReply.statusCode).toBe(200)
  expect(publicReply.headers['content-type']).toBe('image/png')
  expect((await getAnonymously('/api/v1/config')).json().data['app.logo_url']).toBe(url)
  expect((await getAnonymously(unused_url)).statusCode).toBe(401)

  t.clock.advance(25 * 3_600_000)
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect((await getAnonymously(url)).statusCode).toBe(200)
})

test("saving a message's file as the logo does not make it public", async () => {
  const ana = await t.as(await t.make.agent())
  const { payload, headers } = await multipartForm(
    { name: 'a.png', bytes: png },
    { linked_model: 'messages' },
  )
  const { uuid } = (await ana.post('/api/v1/media', payload, headers)).body.data
  await save({ 'app.logo_url': `/uploads/${uuid}` })
  expect((await t.app.inject(`/uploads/${uuid}`)).statusCode).toBe(401)
})

test.each([
  ['logo', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'files'],
  ['logo', 'x'.repeat(2 * 1024 * 1024 + 1), 'files'],
  ['banner', png, 'use'],
])('an invalid picture upload for the %s is rejected', async (use, bytes, path) => {
  const answer = await upload(use, bytes)
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toMatchObject([{ path }])
})

test('every language has its own name', async () => {
  expect((await t.app.inject('/api/v1/lang')).json().data).toContainEqual({ code: 'en', name: 'English' })
})

test('the texts are sent compressed to who accepts it, and once to who has them', async () => {
  const get = (headers: Record<string, string>) => t.app.inject({ url: '/api/v1/lang/en', headers })
  const plain = await get({})
  const { etag = '' } = plain.headers
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.json()['_.name']).toBe('English')

  for (const [accepted, coding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const compressed = await get({ 'accept-encoding': accepted })
    expect(compressed.headers['content-encoding']).toBe(coding)
    expect(decode(compressed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  }
  expect((await get({ 'if-none-match': String(etag) })).statusCode).toBe(304)
  expect((await get({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
})
