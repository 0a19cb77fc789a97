import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { multipartForm } from '../../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { removeUnusedUploads } from './remove-unused-uploads.ts'
import { uploadQuota } from './upload-quota.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

async function upload(actor: Pick<Actor, 'id'>, bytes = 'hello') {
  const { payload, headers } = await multipartForm({ name: 'a.txt', bytes }, { linked_model: 'messages' })
  return (await t.as(actor)).post('/api/v1/media', payload, headers)
}

/** Inserts files as if the agent had uploaded them before. */
const insertUploads = (actor: Pick<Actor, 'id'>, files: number, size: number) =>
  sql`insert into media (created_at, updated_at, filename, content_type, size, content_hash, model_type, uploaded_by_id)
      select ${t.clock.now()}::timestamptz, ${t.clock.now()}::timestamptz, 'a', 'text/plain', ${size}::bigint, int4send(n), 'messages', ${actor.id}
      from generate_series(1, ${files}::int) n`.execute(t.db)

test('more than 500 unused uploads a day are rejected, and the next day uploads are accepted again', async () => {
  const ana = await t.make.agent()
  await insertUploads(ana, uploadQuota.files - 1, 1)
  expect((await upload(ana)).status).toBe(200)
  const refused = await upload(ana, 'refused bytes')
  expect(refused).toMatchObject({ status: 429, body: { error_type: 'GeneralException', data: null } })
  expect(refused.body.message).toMatch(
    /^You uploaded 500 files in the last 24 hours that aren’t used in any message/,
  )
  expect(Number(refused.headers['retry-after'])).toBe(86_400)
  const hash = createHash('sha256').update('refused bytes').digest()
  await expect(t.files.media.get(hash), 'nothing of it is stored').rejects.toThrow()
  expect((await upload(await t.make.agent())).status, 'others are not concerned').toBe(200)

  t.clock.advance(86_400_000 + 1)
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect((await upload(ana)).status).toBe(200)
})

test('more than 1 GB of unused uploads is rejected, and sent files do not count', async () => {
  const ana = await t.make.agent()
  await insertUploads(ana, 2, uploadQuota.bytes / 2)
  expect(await upload(ana)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('1024 MB') },
  })
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const sent = await (await t.as(ana)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>The files</p>',
    private: true,
    attachments: (
      await t.db.selectFrom('media').select('id').where('uploaded_by_id', '=', ana.id).execute()
    ).map(({ id }) => id),
  })
  expect(sent.status).toBe(200)
  expect((await upload(ana)).status).toBe(200)
})

test('concurrent uploads count toward the same quota', async () => {
  const ana = await t.make.agent()
  await insertUploads(ana, uploadQuota.files - 2, 1)
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await upload(ana)).status))
  expect(statuses.sort()).toEqual([200, 200, 429, 429, 429, 429])
})
