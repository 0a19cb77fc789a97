import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDb, createPool } from '../db/pool.ts'
import { temporaryFolder } from '../files/file-store-suite.ts'
import { createLocalFileStore } from '../files/local-file-store.ts'
import { pausedCopyKey } from '../paused-copy.ts'
import { startFakeS3 } from '../testing/fake-services/s3/fake-s3.ts'
import { createEmptyDatabase } from '../testing/processes/server-process.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { backUpToTarget } from './back-up-to-target.ts'
import { withArchive } from './find-archive.ts'
import { noProgress, type Progress } from './progress.ts'
import { backupJob, readLastBackup } from './recorded-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { queueBackup } from './scheduled-backups.ts'
import type { BackupTarget } from './target/backup-target.ts'
import { openBackupTarget } from './target/open-backup-target.ts'
import { verifyBackup } from './verify-backup.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.make.conversation()
})
afterAll(() => t.stop())

const day = 24 * 3_600_000

const noS3 = { region: 'us-east-1', endpoint: undefined, credentials: undefined, force_path_style: true }

async function inFolder() {
  const folder = join(temporaryFolder(), 'backups')
  return {
    target: folder,
    place: await openBackupTarget(folder, { data_dir: '', s3: noS3 }),
    names: () => readdirSync(folder).sort(),
  }
}

async function inS3() {
  const s3 = await startFakeS3()
  onTestFinished(() => s3.stop())
  const { bucket, prefix: _, ...connection } = s3.settings
  const data_dir = temporaryFolder()
  const target = `s3://${bucket}/kept/${randomUUID()}`
  const place = await openBackupTarget(target, { data_dir, s3: connection })
  onTestFinished(() => place.stop())
  return {
    ...{ s3, target, place, data_dir, connection },
    names: async () => (await place.list()).sort(),
    local: () => readdirSync(join(data_dir, 'backups')),
  }
}

const backUp = (
  target: string,
  place: BackupTarget,
  progress = noProgress,
  app: Pick<TestApp, 'db' | 'clock' | 'connectionString' | 'files'> = t,
) =>
  backUpToTarget(
    {
      ...{ db: app.db, clock: app.clock, target, place, retention: { days: 2, weeks: 0, months: 0 } },
      source: {
        ...{ connection_string: app.connectionString, files: app.files },
        header: { version: '0.1.0', key_id: 'key', sealed_key: null },
      },
    },
    progress,
  )

describe.each([
  ['a folder', inFolder],
  ['S3', inS3],
])('backups in %s', (_, open) => {
  test('are recorded, and removed when newer ones have replaced them; other files stay', async () => {
    const { target, place, names } = await open()
    const first = await backUp(target, place)
    if (!target.startsWith('s3:')) writeFileSync(join(target, 'parley-by-hand.parley'), 'kept')
    t.clock.advance(day)
    const second = await backUp(target, place)
    expect(second.removed).toEqual([])
    t.clock.advance(day)
    const third = await backUp(target, place)
    expect(third.removed).toEqual([first.name])
    const kept = (await names()).filter((name) => name !== 'parley-by-hand.parley')
    expect(kept).toEqual([second.name, third.name])
    const { finished } = await readLastBackup(t.db)
    expect(finished).toMatchObject({
      target,
      name: third.name,
      bytes: third.bytes,
      created_at: t.clock.now(),
    })
    await place.withPath(third.name, (path) => verifyBackup(path, noProgress))
  })

  test('an archive that could not be stored is stored by the next run, with the time of its data', async () => {
    const { target, place } = await open()
    const full = { ...place, store: () => Promise.reject(new Error('No room')) }
    await expect(backUp(target, full)).rejects.toThrow('No room')
    const made_at = t.clock.now()
    expect((await readLastBackup(t.db)).failed).toMatchObject({ target, error: 'No room' })
    t.clock.advance(3_600_000)
    const { name, resumed } = await backUp(target, place)
    expect(resumed).toBe(true)
    const last = await readLastBackup(t.db)
    expect(last).toMatchObject({ finished: { target, name, created_at: made_at }, failed: null })
    const { header } = await place.withPath(name, (path) => verifyBackup(path, noProgress))
    expect(header.created_at).toBe(made_at.toISOString())
  })

  test('one that can’t be removed doesn’t make the next fail, and is removed later', async () => {
    const { target, place, names } = await open()
    const first = await backUp(target, place)
    t.clock.advance(day)
    const second = await backUp(target, place)
    t.clock.advance(day)
    const stuck = { ...place, remove: () => Promise.reject(new Error('Access was denied')) }
    const third = await backUp(target, stuck)
    expect(third).toMatchObject({
      removed: [],
      not_removed: [`Could not remove ${first.name}: Access was denied`],
    })
    expect(await readLastBackup(t.db)).toMatchObject({ finished: { name: third.name }, failed: null })
    t.clock.advance(day)
    const fourth = await backUp(target, place)
    expect(fourth.removed.toSorted()).toEqual([first.name, second.name])
    expect(await names()).toEqual([third.name, fourth.name])
  })

  test('workspaces that share it and make backups at the same time keep their own', async () => {
    const { target, place, names } = await open()
    const other = await startTestApp()
    onTestFinished(() => other.stop())
    const made = await Promise.all([backUp(target, place), backUp(target, place, noProgress, other)])
    expect(await names()).toEqual(made.map(({ name }) => name).sort())
  })

  test('an archive that turned out to be damaged is made again', async () => {
    const { target, place } = await open()
    const failing = { ...place, store: () => Promise.reject(new Error('No room')) }
    await expect(backUp(target, failing)).rejects.toThrow('No room')
    const { failed } = await readLastBackup(t.db)
    writeFileSync(await place.workPath(failed?.name ?? ''), 'not an archive')
    await expect(backUp(target, place)).rejects.toThrow('damaged')
    const { name } = await backUp(target, place)
    await place.withPath(name, (path) => verifyBackup(path, noProgress))
  })
})

test('an upload that breaks leaves nothing in S3, and is repeated by the next run', async () => {
  const { s3, target, place, names, local } = await inS3()
  s3.setFault(({ method, query }) => (method === 'POST' && query.has('uploadId') ? 'denied' : undefined))
  await expect(backUp(target, place)).rejects.toThrow()
  expect(await names()).toEqual([])
  expect(local()).toHaveLength(1)
  s3.setFault(null)
  const { name } = await backUp(target, place)
  expect(await names()).toEqual([name])
  expect(local()).toEqual([])
})

/** Also its row. */
async function storeFile(content: string) {
  const content_hash = await t.files.media.put(Buffer.from(content))
  const times = { created_at: t.clock.now(), updated_at: t.clock.now() }
  const about = { filename: 'a.txt', content_type: 'text/plain', disposition: 'attachment' as const }
  const { id } = await t.db
    .insertInto('media')
    .values({ ...times, ...about, size: content.length, content_hash, model_type: 'messages' })
    .returning('id')
    .executeTakeFirstOrThrow()
  onTestFinished(async () => {
    await t.db.deleteFrom('media').where('id', '=', id).execute()
  })
}

test('the newest backup that has all files is kept while the file storage lacks some', async () => {
  const { target, place, names } = await inFolder()
  await storeFile('a file that matters')
  const unmounted = join(temporaryFolder(), 'unmounted')
  const empty = {
    media: createLocalFileStore(unmounted, 'media'),
    mail: createLocalFileStore(unmounted, 'mail'),
  }
  const backUpDaily = (files = t.files) => {
    t.clock.advance(day)
    return backUp(target, place, noProgress, { ...t, files })
  }
  const older = await backUpDaily()
  const complete = await backUpDaily()
  const lacking = [await backUpDaily(empty), await backUpDaily(empty), await backUpDaily(empty)]
  expect(lacking.map(({ missing_files }) => missing_files.length)).toEqual([1, 1, 1])
  expect(lacking.map(({ removed }) => removed)).toEqual([[older.name], [], [lacking[0]?.name]])
  expect(names()).toContain(complete.name)
  expect((await readLastBackup(t.db)).finished).toMatchObject({ missing_files: 1 })
  await backUpDaily()
  await backUpDaily()
  expect(names()).not.toContain(complete.name)
  expect((await readLastBackup(t.db)).finished).toMatchObject({ missing_files: 0 })
})

test('uploads and downloads show their share', async () => {
  const { target, place } = await inS3()
  const seen: [string, number | null, number[]][] = []
  const progress: Progress = {
    begin: ({ name, total }) => void seen.push([name, total, []]),
    update: (done) => void seen.at(-1)?.[2].push(done),
    end() {},
  }
  const { name, bytes } = await backUp(target, place, progress)
  expect(seen.at(-1)).toEqual(['store', bytes, [bytes]])
  await place.withPath(name, async () => {}, progress)
  const [step, total, steps = []] = seen.at(-1) ?? []
  expect([step, total, steps.at(-1)]).toEqual(['download', bytes, bytes])
})

test('a folder, a URL of one, or of an archive, lead to the backup', async () => {
  const { target, place, connection, data_dir, local } = await inS3()
  const env = () => ({ data_dir, backups: { s3: connection } as never })
  await expect(withArchive(target, env, async () => {})).rejects.toThrow(`There is no backup in ${target}`)
  const first = await backUp(target, place)
  t.clock.advance(day)
  const second = await backUp(target, place)
  const read = async (path: string) => (await verifyBackup(path, noProgress)).header.created_at
  const times = await Promise.all([first, second].map(({ name }) => place.withPath(name, read)))
  expect(times[0]).not.toBe(times[1])
  expect(await withArchive(`${target}/${first.name}`, env, read)).toBe(times[0])
  expect(await withArchive(`${target}/`, env, read)).toBe(times[1])
  // Nothing of the downloads is left.
  expect(local()).toEqual([])
})

test('a restored workspace knows the backup it came from as finished, and continues none', async () => {
  const { target, place } = await inFolder()
  const stuck = { ...place, store: () => Promise.reject(new Error('No room')) }
  await expect(backUp(target, stuck)).rejects.toThrow('No room')
  await place.remove((await readLastBackup(t.db)).failed?.name ?? '')
  await t.db
    .insertInto('backups')
    .values({ ...interrupted, target })
    .execute()
  await queueBackup(t.db)
  t.clock.advance(day)
  const { name, bytes } = await backUp(target, place)
  const connection_string = await createEmptyDatabase()
  await place.withPath(name, (path) =>
    restoreBackup(
      path,
      { ...{ connection_string, files: t.files, version: '0.1.0', now: t.clock.now() }, async accept() {} },
      noProgress,
    ),
  )
  const restored = createDb(createPool(connection_string, 1))
  onTestFinished(() => restored.destroy())
  const rows = await restored.selectFrom('backups').selectAll().where('target', '=', target).execute()
  expect(rows).toMatchObject([{ name, bytes, finished_at: expect.any(Date), error: null }])
  const jobs = await sql`select from graphile_worker.jobs where task_identifier = ${backupJob}`.execute(
    restored,
  )
  expect(jobs.rows).toEqual([])
  await sql`select graphile_worker.remove_job(${backupJob})`.execute(t.db)
})

const at = new Date('2026-11-01T03:00:00Z')
const interrupted = {
  ...{ name: 'parley-2026-11-01T03-00-00Z.parley', is_managed: true },
  ...{ created_at: at, started_at: at, updated_at: at },
}

test('a restored copy leaves the backups of the original alone', async () => {
  const { target, place } = await inFolder()
  await t.db
    .insertInto('settings')
    .values({ key: pausedCopyKey, value: JSON.stringify({}), updated_at: t.clock.now() })
    .execute()
  await expect(backUp(target, place)).rejects.toThrow('This is a restored copy')
  expect(existsSync(target)).toBe(false)
  await t.db.deleteFrom('settings').where('key', '=', pausedCopyKey).execute()
})

test('only one backup of a workspace is made at a time', async () => {
  const { target, place } = await inFolder()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isStoring = () => {}
  const storing = new Promise<void>((resolve) => {
    isStoring = resolve
  })
  const slow = {
    ...place,
    async store() {
      isStoring()
      await held
    },
  }
  const first = backUp(target, slow)
  await storing
  await expect(backUp(target, place)).rejects.toThrow('Another backup of this workspace is being made')
  release()
  await first
})
