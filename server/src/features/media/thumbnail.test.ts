import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Actor } from '../../actor.ts'
import { SandboxError, type SandboxErrorReason } from '../../sandbox/sandbox-error.ts'
import { createDecompressionBombs } from '../../testing/decompression-bombs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { removeUnusedUploads } from './remove-unused-uploads.ts'
import { insertMedia, storeMedia } from './store-media.ts'

let t: TestApp
let ana: Actor
beforeAll(async () => {
  t = await startTestApp()
  ana = await t.make.agent()
})
afterAll(() => t.stop())

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

/** A file as received by mail: stored, but never decoded. */
async function file(bytes: Uint8Array, type = 'image/png') {
  const stored = await storeMedia(t.files.media, bytes, type)
  return t.act(ana, (tx) =>
    insertMedia(tx, stored, { filename: 'a', disposition: 'attachment', model_type: null }),
  )
}
async function preview(uuid: string) {
  const { token } = await t.as(ana)
  return t.app.inject({ url: `/uploads/thumb_${uuid}`, headers: { cookie: `parley_session=${token}` } })
}
const hasThumbnail = async (uuid: string) =>
  (await t.db.selectFrom('media').select('has_thumbnail').where('uuid', '=', uuid).executeTakeFirstOrThrow())
    .has_thumbnail

/** Makes the sandbox fail for this reason, and counts its calls. */
function failingWith(reason: SandboxErrorReason) {
  return vi.spyOn(t.sandbox, 'run').mockRejectedValue(new SandboxError(reason, 'for the test'))
}

test.each([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
] as const)('the preview of a %s is generated on first request and stored', async (format, type) => {
  const { uuid, content_hash } = await file(await solid(600, 400).toFormat(format).toBuffer(), type)
  const folder = join(t.data_dir, 'files/media', content_hash.toString('hex').replace(/^(..)(..).*/, '$1/$2'))
  expect(await readdir(folder)).toEqual([content_hash.toString('hex')])

  const first = await preview(uuid)
  expect(first.headers['content-type']).toBe('image/png')
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'png', width: 150, height: 100 })
  const run = vi.spyOn(t.sandbox, 'run')
  const again = await preview(uuid)
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(run).not.toHaveBeenCalled()
  run.mockRestore()
})

test('an animation shows its first frame, and a long strip stays a small preview', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 200, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const animated = await file(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    'image/gif',
  )
  const { rawPayload } = await preview(animated.uuid)
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, [...data.subarray(0, 3)]]).toEqual([150, 150, [255, 0, 0]])

  const strip = await file(await solid(150, 20_000).png().toBuffer())
  expect((await sharp((await preview(strip.uuid)).rawPayload).metadata()).height).toBe(1500)
})

test('a decompression bomb gets no preview and no second try, but can be downloaded', async () => {
  for (const { name, type, bytes } of await createDecompressionBombs({ side: 7_100 })) {
    const { uuid, has_thumbnail } = await file(bytes, type)
    expect([name, has_thumbnail]).toEqual([name, !/svg|tiff/.test(name)])
    expect([name, (await preview(uuid)).statusCode]).toEqual([name, 404])
    expect(await hasThumbnail(uuid)).toBe(false)
    const run = vi.spyOn(t.sandbox, 'run')
    // The same bytes again, as received with the next mail.
    const again = await file(bytes, type)
    expect(again.has_thumbnail).toBe(false)
    expect((await preview(again.uuid)).statusCode).toBe(404)
    expect(run).not.toHaveBeenCalled()
    run.mockRestore()
  }
}, 120_000)

test('an SVG declared as PNG is not decoded', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const { content_hash } = await storeMedia(t.files.media, svg, 'image/png')
  const decoded = t.files.media.withPath(content_hash, (path) =>
    t.sandbox.run('thumbnail', { path }, { owner: 'test' }),
  )
  await expect(decoded).rejects.toMatchObject({ reason: 'rejected' })
})

let height = 200
test.each([
  ['memory', 404, false],
  ['time', 404, false],
  ['crashed', 404, false],
  ['busy', 503, true],
  ['stopping', 503, true],
  ['unavailable', 503, true],
  ['error', 503, true],
] as const)('after "%s" the response is %i, and a retry is possible: %s', async (reason, status, isOpen) => {
  const { uuid } = await file(await solid(300, ++height).png().toBuffer())
  const failing = failingWith(reason)
  const reply = await preview(uuid)
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([status, isOpen ? '5' : undefined])
  expect(reply.headers.etag).toBeUndefined()
  failing.mockRestore()
  expect(await hasThumbnail(uuid)).toBe(isOpen)
  expect((await preview(uuid)).statusCode).toBe(isOpen ? 200 : 404)
})

test('concurrent requests for the same bytes share one task', async () => {
  const bytes = await solid(310, 200).png().toBuffer()
  const { uuid } = await file(bytes)
  const other = await file(bytes)
  const replies = await Promise.all([preview(uuid), preview(other.uuid), preview(uuid)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test('an existing preview is served unchanged, whichever version generated it', async () => {
  const { uuid, content_hash } = await file(await solid(320, 200).png().toBuffer())
  await t.files.media.putBeside(content_hash, '.thumb.png', Buffer.from('made earlier'))
  expect((await preview(uuid)).body).toBe('made earlier')
})

test('the failure record of a file is deleted with it', async () => {
  const bytes = (await solid(330, 200).png().toBuffer()).subarray(0, 80)
  const stored = await storeMedia(t.files.media, bytes, 'image/png')
  const { uuid } = await t.act(ana, (tx) =>
    insertMedia(tx, stored, {
      filename: 'a',
      disposition: 'attachment',
      model_type: 'messages',
      uploaded_by_id: ana.id,
    }),
  )
  await preview(uuid)
  const failures = () =>
    t.db.selectFrom('sandbox_failures').selectAll().where('content_hash', '=', stored.content_hash).execute()
  expect(await failures()).toMatchObject([
    { task: 'thumbnail', reason: expect.stringMatching(/^rejected: /) },
  ])
  await removeUnusedUploads(t.db, t.files.media, new Date(t.clock.now().getTime() + 2 * 86_400_000))
  expect(await failures()).toEqual([])
})
