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

/** A file as mail brings it: stored, and never looked at. */
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

/** Lets the sandbox fail for this reason, and counts how often it is asked. */
function failingWith(reason: SandboxErrorReason) {
  return vi.spyOn(t.sandbox, 'run').mockRejectedValue(new SandboxError(reason, 'for the test'))
}

test.each([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
] as const)('the preview of a %s is made when it is first asked for, and kept', async (format, type) => {
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

test('of an animation the first frame is drawn, and a strip does not become a long preview', async () => {
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

test('no bomb gets a preview or a second try, and the file stays a download', async () => {
  for (const { name, type, bytes } of await createDecompressionBombs({ side: 7_100 })) {
    const { uuid, has_thumbnail } = await file(bytes, type)
    expect([name, has_thumbnail]).toEqual([name, !/svg|tiff/.test(name)])
    expect([name, (await preview(uuid)).statusCode]).toEqual([name, 404])
    expect(await hasThumbnail(uuid)).toBe(false)
    const run = vi.spyOn(t.sandbox, 'run')
    // The same bytes once more, as the next mail brings them.
    const again = await file(bytes, type)
    expect(again.has_thumbnail).toBe(false)
    expect((await preview(again.uuid)).statusCode).toBe(404)
    expect(run).not.toHaveBeenCalled()
    run.mockRestore()
  }
}, 120_000)

test('an SVG that says it is a PNG is not decoded', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const { content_hash } = await storeMedia(t.files.media, svg, 'image/png')
  const path = await t.files.media.locate(content_hash)
  await expect(t.sandbox.run('thumbnail', { path }, { owner: 'test' })).rejects.toMatchObject({
    reason: 'rejected',
  })
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
] as const)('after "%s" the answer is %i, and another try is open: %s', async (reason, status, isOpen) => {
  const { uuid } = await file(await solid(300, ++height).png().toBuffer())
  const failing = failingWith(reason)
  const reply = await preview(uuid)
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([status, isOpen ? '5' : undefined])
  expect(reply.headers.etag).toBeUndefined()
  failing.mockRestore()
  expect(await hasThumbnail(uuid)).toBe(isOpen)
  expect((await preview(uuid)).statusCode).toBe(isOpen ? 200 : 404)
})

test('requests for the same bytes at the same time are one task', async () => {
  const bytes = await solid(310, 200).png().toBuffer()
  const { uuid } = await file(bytes)
  const other = await file(bytes)
  const replies = await Promise.all([preview(uuid), preview(other.uuid), preview(uuid)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test('a preview that was made before, by whatever version, is served as it is', async () => {
  const { uuid, content_hash } = await file(await solid(320, 200).png().toBuffer())
  await t.files.media.putBeside(content_hash, '.thumb.png', Buffer.from('made earlier'))
  expect((await preview(uuid)).body).toBe('made earlier')
})

test('what is known of a file goes with it', async () => {
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
