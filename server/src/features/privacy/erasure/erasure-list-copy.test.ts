import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../files/file-store-suite.ts'
import { confirmLive, markPaused, wentLiveJob } from '../../../paused-copy.ts'
import { startFakeS3 } from '../../../testing/fake-services/s3/fake-s3.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { lockContact } from '../../contacts/lock-contact.ts'
import { eraseContact } from './erase-contact.ts'
import { repeatErasures, storeErasureList } from './erasure-list-copy.ts'
import { startErasure, storeErasureListJob } from './start-erasure.ts'

let original: TestApp
let restored: TestApp
beforeAll(async () => {
  original = await startTestApp()
  restored = await startTestApp()
})
afterAll(async () => {
  await original.stop()
  await restored.stop()
})

const noS3 = { region: 'us-east-1', endpoint: undefined, credentials: undefined, force_path_style: true }

const withTarget = (t: TestApp, target: string | null, s3: object = noS3) => ({
  ...t,
  installation: {
    data_dir: t.data_dir,
    backups: {
      ...{ target, schedule: null, retention: { days: 7, weeks: 4, months: 6 }, passphrase: undefined },
      s3: { ...noS3, ...s3 },
    },
  },
})

const makeContact = async (t: TestApp, email: string) =>
  (
    await t.db
      .insertInto('contacts')
      .values({ email, created_at: t.clock.now(), updated_at: t.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const erase = (t: TestApp, contact_id: number) =>
  t.act(t.system, async (tx) => startErasure(tx, t.secrets, await lockContact(tx, contact_id)))

const isErased = async (t: TestApp, id: number) =>
  (
    await t.db
      .selectFrom('contacts')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
  ).length === 0

const readQueue = async (t: TestApp) => (await t.jobs()).map(({ task }) => task)

const pause = (t: TestApp) =>
  markPaused(t.pool, { since: t.clock.now().toISOString(), backup_of: null, moved_to: null })

test('an erasure is repeated when an older backup goes live', async () => {
  const target = join(temporaryFolder(), 'backups')
  // Both are in the backup, which is older than the erasure of the one.
  const gone = await makeContact(original, 'gone@x.test')
  const [goneHere, keptHere] = await Promise.all([
    makeContact(restored, 'gone@x.test'),
    makeContact(restored, 'kept@x.test'),
  ])
  original.clock.advance(1_000)
  await erase(original, gone)
  expect(await readQueue(original)).toContain(storeErasureListJob)
  await storeErasureList(withTarget(original, target))

  await pause(restored)
  await restored.act(restored.system, confirmLive)
  expect(await readQueue(restored)).toContain(wentLiveJob)
  await repeatErasures(withTarget(restored, target))
  expect([await isErased(restored, goneHere), await isErased(restored, keptHere)]).toEqual([true, false])
  const row = await restored.db
    .selectFrom('contact_erasures')
    .select(['id', 'requested_by'])
    .executeTakeFirstOrThrow()
  expect(row.requested_by).toBe('Parley, after a restore')
  await eraseContact(restored, row.id)

  // What the restored workspace stores still has the erasures of the one that was lost.
  await storeErasureList(withTarget(restored, target))
  expect(readErasures(target)).toHaveLength(2)
})

const readErasures = (target: string): unknown[] =>
  JSON.parse(readFileSync(join(target, 'parley-erasures.json'), 'utf8')).erasures

test('the list is kept in S3 as well', async () => {
  const s3 = await startFakeS3()
  onTestFinished(() => s3.stop())
  const { bucket, prefix: _, ...connection } = s3.settings
  const target = `s3://${bucket}/kept/backups`
  const contact = await makeContact(original, 'cloud@x.test')
  const here = await makeContact(restored, 'cloud@x.test')
  original.clock.advance(1_000)
  await erase(original, contact)
  // Nothing is there yet.
  await repeatErasures(withTarget(restored, target, connection))
  expect(await isErased(restored, here)).toBe(false)
  await storeErasureList(withTarget(original, target, connection))
  await repeatErasures(withTarget(restored, target, connection))
  expect(await isErased(restored, here)).toBe(true)
})

test('a copy that isn’t live leaves the list of the original alone', async () => {
  const target = temporaryFolder()
  await pause(restored)
  await storeErasureList(withTarget(restored, target))
  expect(readdirSync(target)).toEqual([])
  await restored.act(restored.system, confirmLive)
  await storeErasureList(withTarget(restored, target))
  expect(readdirSync(target)).toEqual(['parley-erasures.json'])
})

test('a damaged list is not replaced, and the error says what to do', async () => {
  const target = temporaryFolder()
  writeFileSync(join(target, 'parley-erasures.json'), '{')
  await expect(storeErasureList(withTarget(restored, target))).rejects.toThrow(
    'parley-erasures.json beside the backups can’t be read. Replace it with the list from Data and privacy, or remove it',
  )
  expect(readFileSync(join(target, 'parley-erasures.json'), 'utf8')).toBe('{')
})

test('without PARLEY_BACKUP_TO nothing is stored or repeated', async () => {
  await storeErasureList(withTarget(original, null))
  await repeatErasures(withTarget(restored, null))
})
