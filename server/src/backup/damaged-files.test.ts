import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedPath } from '../files/file-store.ts'
import { temporaryFolder } from '../files/file-store-suite.ts'
import { createLocalFileStore } from '../files/local-file-store.ts'
import { createEmptyDatabase } from '../testing/processes/server-process.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { sha256 } from './archive/check-content.ts'
import { partialPath } from './archive/write-archive.ts'
import { backUpToTarget } from './back-up-to-target.ts'
import { createBackup } from './create-backup.ts'
import { noProgress } from './progress.ts'
import { readLastBackup } from './recorded-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { openBackupTarget } from './target/open-backup-target.ts'
import { verifyBackup } from './verify-backup.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const header = { created_at: '2026-11-28T10:00:00.000Z', version: '0.1.0', key_id: 'key', sealed_key: null }

const openStores = (folder: string) => ({
  media: createLocalFileStore(folder, 'media'),
  mail: createLocalFileStore(folder, 'mail'),
})

/** A storage with an intact and a damaged file of both kinds. */
async function createStorage() {
  const folder = temporaryFolder()
  const files = openStores(folder)
  const storeEmail = async (text: string) => {
    const hash = Buffer.from(sha256(Buffer.from(text)), 'hex')
    await files.mail.putBeside(hash, '.zst', zstdCompressSync(Buffer.from(text)))
    return hash
  }
  const intact = {
    media: await files.media.put(Buffer.from('intact contents')),
    mail: await storeEmail('an intact email'),
  }
  const damaged = {
    media: await files.media.put(Buffer.from('an attachment')),
    mail: await storeEmail('an email'),
  }
  writeFileSync(join(folder, 'media', storedPath(damaged.media)), 'an attachmenT')
  writeFileSync(join(folder, 'mail', storedPath(damaged.mail, '.zst')), zstdCompressSync('an e-mail'))
  const damaged_files = [
    `files/media/${damaged.media.toString('hex')}`,
    `files/mail/${damaged.mail.toString('hex')}.zst`,
  ]
  return { files, intact, damaged, damaged_files }
}

const sourceOf = (files: TestApp['files']) => ({ connection_string: t.connectionString, files, header })
const newPath = () => join(temporaryFolder(), 'a.parley')

/** Into a new database. Returns the files. */
async function restoreElsewhere(path: string) {
  const files = openStores(temporaryFolder())
  const connection_string = await createEmptyDatabase()
  await restoreBackup(
    path,
    { connection_string, files, version: '0.1.0', now: t.clock.now(), accept: async () => {} },
    noProgress,
  )
  return files
}

function replaceInFile(path: string, text: string, other: string) {
  const bytes = readFileSync(path)
  expect(bytes.includes(text)).toBe(true)
  bytes.write(other, bytes.indexOf(text))
  writeFileSync(path, bytes)
}

test('a backup of a workspace with damaged files can be restored; they are missing then', async () => {
  const { files, intact, damaged, damaged_files } = await createStorage()
  const path = newPath()
  expect(await createBackup(sourceOf(files), path, noProgress)).toMatchObject({ damaged_files, files: 4 })
  expect((await verifyBackup(path, noProgress)).manifest).toMatchObject({ damaged_files, missing_files: [] })
  const restored = await restoreElsewhere(path)
  expect((await restored.media.get(intact.media)).toString()).toBe('intact contents')
  await restored.mail.get(intact.mail, '.zst')
  await expect(restored.media.get(damaged.media)).rejects.toThrow('ENOENT')
  await expect(restored.mail.get(damaged.mail, '.zst')).rejects.toThrow('ENOENT')
})

test('only the files that were damaged before may be damaged in a backup', async () => {
  const { files, damaged_files } = await createStorage()
  const path = newPath()
  await createBackup(sourceOf(files), path, noProgress)
  replaceInFile(path, 'an attachmenT', 'an attachment')
  await expect(verifyBackup(path, noProgress)).rejects.toThrow(`${damaged_files[0]} isn’t damaged`)
  replaceInFile(path, 'an attachment', 'an attachmenT')
  replaceInFile(path, 'intact contents', 'intact Contents')
  await expect(verifyBackup(path, noProgress)).rejects.toThrow('its content isn’t what its name says')
})

test('a damaged file doesn’t keep managed backups from being made, and is counted', async () => {
  const { files, damaged_files } = await createStorage()
  const target = join(temporaryFolder(), 'backups')
  const s3 = { region: '', endpoint: undefined, credentials: undefined, force_path_style: true }
  const place = await openBackupTarget(target, { data_dir: '', s3 })
  const { name, ...made } = await backUpToTarget(
    {
      ...{ db: t.db, clock: t.clock, target, place, retention: { days: 1, weeks: 0, months: 0 } },
      source: sourceOf(files),
    },
    noProgress,
  )
  expect(made.damaged_files).toEqual(damaged_files)
  expect(await readdir(target)).toEqual([name])
  expect((await readLastBackup(t.db)).finished).toMatchObject({ name, missing_files: 2 })
})

/** Two bytes, then the error of a disk that can't read on. */
const unreadable = () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('ab')
      throw diskError()
    })(),
  )
const diskError = () => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })

test('a backup has everything except the files that the disk can’t read', async () => {
  const { files, intact, damaged } = await createStorage()
  const late = await files.media.put(Buffer.from('0123456789'))
  const hasDiskError = (hash: Buffer) => [damaged.media, damaged.mail, late].some((one) => one.equals(hash))
  const failing = (area: 'media' | 'mail'): TestApp['files']['media'] => ({
    ...files[area],
    async stream(hash, suffix = '') {
      if (!hasDiskError(hash)) return files[area].stream(hash, suffix)
      if (hash.equals(damaged.media)) throw diskError()
      return unreadable()
    },
  })
  const source = sourceOf({ media: failing('media'), mail: failing('mail') })
  const path = newPath()
  const lateName = `files/media/${late.toString('hex')}`
  const made = await createBackup(source, path, noProgress)
  expect(made).toMatchObject({ damaged_files: [lateName], files: 3 })
  await verifyBackup(path, noProgress)
  renameSync(path, partialPath(path))
  const again = await createBackup(source, path, noProgress)
  expect(again).toMatchObject({ resumed: true, damaged_files: [lateName], files: 3 })
  const restored = await restoreElsewhere(path)
  expect((await restored.media.get(intact.media)).toString()).toBe('intact contents')
  for (const missing of [damaged.media, late])
    await expect(restored.media.get(missing)).rejects.toThrow('ENOENT')
})

test('a continued backup keeps files that were damaged before, and copies those that a crash damaged', async () => {
  const { files, damaged_files } = await createStorage()
  const path = newPath()
  await createBackup(sourceOf(files), path, noProgress)
  renameSync(path, partialPath(path))
  const read: string[] = []
  const watch = (area: 'media' | 'mail'): TestApp['files']['media'] => ({
    ...files[area],
    stream(hash, suffix = '') {
      read.push(`files/${area}/${hash.toString('hex')}${suffix}`)
      return files[area].stream(hash, suffix)
    },
  })
  const watched = sourceOf({ media: watch('media'), mail: watch('mail') })
  expect(await createBackup(watched, path, noProgress)).toMatchObject({ resumed: true, damaged_files })
  // To see that the workspace has nothing better.
  expect(read).toEqual(damaged_files)
  await verifyBackup(path, noProgress)
  renameSync(path, partialPath(path))
  replaceInFile(partialPath(path), 'intact contents', 'intact Contents')
  const again = await createBackup(sourceOf(files), path, noProgress)
  expect(again).toMatchObject({ resumed: true, files: 4 })
  expect(again.damaged_files.toSorted()).toEqual(damaged_files.toSorted())
  await verifyBackup(path, noProgress)
})
