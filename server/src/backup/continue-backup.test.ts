import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../files/file-store-suite.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { partialPath } from './archive/write-archive.ts'
import { backUpToTarget } from './back-up-to-target.ts'
import { createBackup } from './create-backup.ts'
import { noProgress } from './progress.ts'
import { openKey, sealKey } from './seal-key.ts'
import { openBackupTarget } from './target/open-backup-target.ts'
import { verifyBackup } from './verify-backup.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  // What a run keeps of an earlier one.
  for (const content of ['a', 'b']) await t.files.media.put(Buffer.alloc(100_000, content))
})
afterAll(() => t.stop())

const [right, wrong] = ['the right passphrase', 'a wrong passphrase']

type Run = { passphrase?: string; key?: string; created_at?: string }

async function sourceOf({ passphrase, key = 'the key', created_at = '2026-11-28T10:00:00.000Z' }: Run) {
  const sealed_key = passphrase === undefined ? null : await sealKey(key, passphrase)
  return {
    ...{ connection_string: t.connectionString, files: t.files },
    header: { created_at, version: '0.1.0', key_id: 'key', sealed_key },
    opensKey: async (sealed: NonNullable<typeof sealed_key>) =>
      (await openKey(sealed, passphrase ?? '')) === key,
  }
}

/** The first run is interrupted, the second continues it or starts over. */
async function runTwice(first: Run, second: Run) {
  const path = join(temporaryFolder(), 'a.parley')
  const interrupted = {
    ...t.files.mail,
    list(): never {
      throw new Error('interrupted')
    },
  }
  const source = await sourceOf(first)
  await expect(
    createBackup({ ...source, files: { ...t.files, mail: interrupted } }, path, noProgress),
  ).rejects.toThrow('interrupted')
  expect(existsSync(partialPath(path))).toBe(true)
  const { resumed } = await createBackup(await sourceOf(second), path, noProgress)
  return { resumed, header: (await verifyBackup(path, noProgress)).header }
}

test('a backup is continued under the same passphrase', async () => {
  expect(await runTwice({ passphrase: right }, { passphrase: right })).toMatchObject({ resumed: true })
})

test.each<[string, Run]>([
  ['another passphrase', { passphrase: wrong }],
  ['another key', { passphrase: right, key: 'another key' }],
  ['no passphrase', {}],
])('a backup that was begun with %s starts over', async (_, first) => {
  const { resumed, header } = await runTwice(first, { passphrase: right })
  expect(resumed).toBe(false)
  expect(header.sealed_key && (await openKey(header.sealed_key, right))).toBe('the key')
})

test('a backup that was begun a day before starts over', async () => {
  const created_at = '2026-11-29T10:00:00.000Z'
  expect(await runTwice({}, { created_at: '2026-11-29T09:59:59.000Z' })).toMatchObject({ resumed: true })
  expect(await runTwice({}, { created_at })).toMatchObject({ resumed: false, header: { created_at } })
})

test('an archive that could not be stored is made again if its key is under another passphrase', async () => {
  const target = join(temporaryFolder(), 'backups')
  const s3 = { region: '', endpoint: undefined, credentials: undefined, force_path_style: true }
  const place = await openBackupTarget(target, { data_dir: '', s3 })
  const full = { ...place, store: () => Promise.reject(new Error('No room')) }
  const run = async (passphrase: string, to = place) =>
    backUpToTarget(
      {
        ...{ db: t.db, clock: t.clock, target, place: to, retention: { days: 1, weeks: 0, months: 0 } },
        source: await sourceOf({ passphrase }),
      },
      noProgress,
    )
  await expect(run(wrong, full)).rejects.toThrow('No room')
  await expect(run(right, full)).rejects.toThrow('No room')
  const { name, resumed } = await run(right)
  expect(resumed).toBe(true)
  const { header } = await place.withPath(name, (path) => verifyBackup(path, noProgress))
  expect(header.sealed_key && (await openKey(header.sealed_key, right))).toBe('the key')
})
