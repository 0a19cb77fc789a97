import { stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { removeUnusedUploads } from './remove-unused-uploads.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const png = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

async function upload(
  actor: Pick<Actor, 'id'>,
  file: Parameters<typeof multipartForm>[0],
  fields: Record<string, string> = { linked_model: 'messages' },
) {
  const { payload, headers } = await multipartForm(file, fields)
  return (await t.as(actor)).post('/api/v1/media', payload, headers)
}

async function download(actor: Pick<Actor, 'id'>, name: string, headers: Record<string, string> = {}) {
  const { token } = await t.as(actor)
  return t.app.inject({ url: `/uploads/${name}`, headers: { ...headers, cookie: `parley_session=${token}` } })
}

test('an uploaded image is returned byte for byte, with its dimensions and a preview 150 pixels wide', async () => {
  const ana = await t.make.agent()
  const bytes = await png()
  const reply = await upload(ana, { name: 'Mein Bild.PNG', type: 'image/png', bytes })

  expect(reply).toMatchObject({
    status: 200,
    body: {
      data: {
        filename: 'mein-bild.png',
        content_type: 'image/png',
        size: bytes.length,
        meta: { width: 400, height: 300 },
        disposition: 'attachment',
        model_type: 'messages',
      },
    },
  })
  const { uuid } = reply.body.data
  const whole = await download(ana, uuid)
  expect(whole.rawPayload.equals(bytes)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
    'content-disposition': 'inline; filename=mein-bild.png',
    'cache-control': 'private, no-cache',
  })
  const preview = await download(ana, `thumb_${uuid}`)
  expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ format: 'png', width: 150 })
})

test('cached files get 304, and range requests get the requested part', async () => {
  const ana = await t.make.agent()
  const { uuid } = (await upload(ana, { name: 'a.txt', type: 'text/plain', bytes: '0123456789' })).body.data
  const { headers } = await download(ana, uuid)

  const again = await download(ana, uuid, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  for (const [range, body, contentRange] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ] as const) {
    const part = await download(ana, uuid, { range })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, body, contentRange])
  }
  const beyond = await download(ana, uuid, { range: 'bytes=10-' })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
  for (const range of ['bytes=1-2,4-5', 'lines=1-2', 'bytes=4-2'])
    expect((await download(ana, uuid, { range })).statusCode).toBe(200)
  const stale = await download(ana, uuid, { range: 'bytes=2-4', 'if-range': '"other"' })
  expect([stale.statusCode, stale.body]).toEqual([200, '0123456789'])
})

test.each([
  ['page.html', 'text/html', '<script>alert(1)</script>'],
  ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['feed.xml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['photo.png', 'image/png', '<script>alert(1)</script>'],
  ['script.js', 'text/javascript', 'alert(1)'],
  ['strange', 'text/html; charset=<script>', 'x'],
])('%s as %s is served as a download, never inline', async (name, type, bytes) => {
  const ana = await t.make.agent()
  const { uuid } = (await upload(ana, { name, type, bytes })).body.data
  const reply = await download(ana, uuid)
  expect(reply.headers['content-type']).toMatch(/^application\/octet-stream/)
  expect(reply.headers['content-disposition']).toMatch(/^attachment;/)
})

test('a file of any name can be downloaded under a safe form of it', async () => {
  const ana = await t.make.agent()
  const { uuid, filename } = (
    await upload(ana, {
      name: '../../Rechnung (März) 请求\u202e.pdf',
      type: 'application/pdf',
      bytes: '%PDF-1',
    })
  ).body.data
  expect(filename).toBe('rechnung-märz-请求.pdf')
  expect((await download(ana, uuid)).headers['content-disposition']).toBe(
    `inline; filename="rechnung-m?rz-??.pdf"; filename*=UTF-8''rechnung-m%C3%A4rz-%E8%AF%B7%E6%B1%82.pdf`,
  )
})

test('repeating an upload with its idempotency key returns the same upload', async () => {
  const ana = await t.as(await t.make.agent())
  const send = async (bytes: string) => {
    const { payload, headers } = await multipartForm({ name: 'a.txt', bytes })
    return ana.post('/api/v1/media', payload, { ...headers, 'idempotency-key': 'once' })
  }
  const first = await send('hello')
  expect((await send('hello')).body).toEqual(first.body)
  expect((await send('other')).status).toBe(409)
})

test('uploads that break the rules are rejected and leave nothing behind', async () => {
  const ana = await t.make.agent()
  const count = () => t.db.selectFrom('media').select('id').execute()
  const before = await count()
  expect(await upload(ana, { name: 'empty.txt', bytes: '' })).toMatchObject({ status: 400 })
  expect(await upload(ana, null)).toMatchObject({ status: 400, body: { message: 'Choose a file to upload' } })
  expect(await (await t.as(ana)).post('/api/v1/media', { files: 'x' })).toMatchObject({ status: 400 })

  const admin = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
  await admin.put('/api/v1/settings/general', {
    'app.max_file_upload_size': 1,
    'app.allowed_file_upload_extensions': ['PDF', '.png'],
  })
  expect(await upload(ana, { name: 'a.exe', bytes: 'MZ' })).toMatchObject({
    status: 400,
    body: { message: 'Files of type .exe aren’t allowed. Allowed types: pdf, png' },
  })
  expect(await upload(ana, { name: 'big.pdf', bytes: Buffer.alloc(1024 * 1024 + 1) })).toMatchObject({
    status: 413,
    body: { error_type: 'GeneralException', message: 'This file is larger than 1 MB' },
  })
  expect(await count()).toEqual(before)
  expect(await upload(ana, { name: 'fits.pdf', bytes: Buffer.alloc(1024 * 1024) })).toMatchObject({
    status: 200,
  })
  await admin.put('/api/v1/settings/general', {
    'app.max_file_upload_size': 20,
    'app.allowed_file_upload_extensions': ['*'],
  })
})

test('a decompression bomb and a broken image are stored as files without a preview', async () => {
  const ana = await t.make.agent()
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'black' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const broken = (await png()).subarray(0, 200)
  for (const [bytes, size] of [
    [bomb, { width: 9000, height: 9000 }],
    [broken, { width: 400, height: 300 }],
    [broken.subarray(0, 20), {}],
  ] as const) {
    const { uuid, meta } = (await upload(ana, { name: 'a.png', type: 'image/png', bytes })).body.data
    expect(meta).toEqual(size)
    expect((await download(ana, `thumb_${uuid}`)).statusCode).toBe(404)
    expect((await download(ana, uuid)).statusCode).toBe(200)
  }
})

test('an upload is visible to its owner only until it is sent, and then to everyone who may read the conversation', async () => {
  const read = ['conversations:read', 'conversations:read_assigned', 'messages:read', 'messages:write']
  const ana = await t.make.agent({ permissions: read })
  const bo = await t.make.agent({ permissions: read })
  const noMessages = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all'] })
  const all = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'messages:read'],
  })
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const { uuid, id } = (await upload(ana, { name: 'a.txt', bytes: 'secret' })).body.data
  const statuses = async () =>
    Promise.all([ana, bo, noMessages, all].map(async (who) => (await download(who, uuid)).statusCode))

  expect(await statuses()).toEqual([200, 404, 404, 404])
  const sent = await (await t.as(ana)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>See the file</p>',
    private: true,
    attachments: [id],
  })
  expect(sent.status).toBe(200)
  expect(await statuses()).toEqual([200, 404, 404, 200])
  expect((await t.app.inject(`/uploads/${uuid}`)).statusCode).toBe(401)
  for (const name of ['../../etc/passwd', 'thumb_', crypto.randomUUID(), `${uuid}x`, '%00'])
    expect((await download(ana, encodeURIComponent(name))).statusCode).toBe(404)
})

test('agents cannot send uploads of others', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const { id } = (await upload(ana, { name: 'a.txt', bytes: 'mine' })).body.data
  const reply = await (await t.as(bo)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: 'x',
    private: true,
    attachments: [id],
  })
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'attachments' }] } })
})

test('an avatar referenced by a message is not attached to the conversation', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent({ permissions: [] })]
  const c = await t.make.conversation()
  const { payload, headers } = await multipartForm(
    { name: 'me.png', type: 'image/png', bytes: await png() },
    {},
  )
  const her = await t.as(ana)
  const { avatar_url } = (await her.put('/api/v1/agents/me', payload, headers)).body.data
  const note = { message: `<p>Look: <img src="${avatar_url}"></p>`, private: true }
  expect((await her.post(`/api/v1/conversations/${c.uuid}/messages`, note)).status).toBe(200)
  expect((await download(bo, avatar_url.replace('/uploads/', ''))).statusCode).toBe(200)
})

test('an unused upload is deleted after a day, and its bytes with the last row that references them', async () => {
  const ana = await t.make.agent()
  const picture = await png(33, 44)
  const first = (await upload(ana, { name: 'a.png', type: 'image/png', bytes: picture })).body.data
  const second = (await upload(ana, { name: 'b.png', type: 'image/png', bytes: picture })).body.data
  await t.db.updateTable('media').set({ model_type: 'users' }).where('uuid', '=', second.uuid).execute()
  const { content_hash } = await t.db
    .selectFrom('media')
    .select('content_hash')
    .where('uuid', '=', first.uuid)
    .executeTakeFirstOrThrow()
  const hash = content_hash.toString('hex')
  const path = join(t.data_dir, 'files', 'media', hash.slice(0, 2), hash.slice(2, 4), hash)
  const sweep = () => removeUnusedUploads(t.db, t.files.media, t.clock.now())

  await sweep()
  expect((await download(ana, first.uuid)).statusCode).toBe(200)
  const old = new Date(Date.now() - 2 * 3_600_000)
  t.clock.advance(25 * 3_600_000)
  await utimes(path, old, old)
  await sweep()
  expect((await download(ana, first.uuid)).statusCode).toBe(404)
  expect((await download(ana, second.uuid)).statusCode).toBe(200)

  await t.db.updateTable('media').set({ model_type: 'messages' }).where('uuid', '=', second.uuid).execute()
  await t.files.media.put(picture) // someone uploads the same bytes, and the row is about to be written
  await sweep()
  await expect(stat(path), 'bytes put within the hour stay').resolves.toBeDefined()

  await upload(ana, { name: 'c.png', type: 'image/png', bytes: picture })
  t.clock.advance(25 * 3_600_000)
  await utimes(path, old, old)
  await sweep()
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('an unused upload that is not for a message is removed after a day too, unless something references it', async () => {
  const ana = await t.make.agent()
  const up = async (name: string): Promise<{ uuid: string }> =>
    (await upload(ana, { name, bytes: name }, { linked_model: 'macros' })).body.data
  const [unused, noted, favicon] = [await up('unused.txt'), await up('noted.txt'), await up('favicon.txt')]
  const { contact_id } = await t.make.conversation({})
  await t.db
    .insertInto('contact_notes')
    .values({
      contact_id,
      agent_id: ana.id,
      note: `<p><img src="/uploads/${noted.uuid}"></p>`,
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
    })
    .execute()
  const url = JSON.stringify(`/uploads/${favicon.uuid}`)
  await t.db
    .insertInto('settings')
    .values({ key: 'app.favicon_url', value: url, updated_at: t.clock.now() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: url }))
    .execute()

  const seen = () =>
    Promise.all([unused, noted, favicon].map(async ({ uuid }) => (await download(ana, uuid)).statusCode))
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect(await seen()).toEqual([200, 200, 200])
  t.clock.advance(25 * 3_600_000)
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect(await seen()).toEqual([404, 200, 200])
})
