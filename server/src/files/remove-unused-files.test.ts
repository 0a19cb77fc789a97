import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { storeRawMail } from '../features/email/ledger/raw-mail.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import {
  hourMs,
  listNames,
  type OpenStores,
  openFakeS3Stores,
  openLocalStores,
  openS3rverStores,
} from './file-store-suite.ts'
import {
  collectUnusedFiles,
  fileReferencesByArea,
  removeUnusedFiles,
  unusedGraceMs,
} from './remove-unused-files.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const file = (content: string) => Buffer.from(content)
const insertMedia = (content_hash: Buffer) =>
  t.db
    .insertInto('media')
    .values({
      ...{ created_at: t.clock.now(), updated_at: t.clock.now(), model_type: 'messages', size: 3 },
      ...{ filename: 'a.txt', content_type: 'text/plain', content_hash },
    })
    .execute()
const insertDelivery = (raw_hash: Buffer) =>
  t.db
    .insertInto('mail_deliveries')
    .values({ received_at: t.clock.now(), updated_at: t.clock.now(), source: 'smtp', raw_hash, raw_size: 3 })
    .execute()

/** Files of the folder are made older; the clock of S3 goes on instead. */
const storages: [string, () => OpenStores | Promise<OpenStores>, number][] = [
  ['a folder', openLocalStores, 0],
  ['S3', () => openFakeS3Stores({ page_size: 3 }), 26 * hourMs],
]

describe.each(storages)('unused files in %s', (_, open, later) => {
  test('older than a day are removed; used ones, their thumbnails and new ones are not', async () => {
    const { store, makeOlder } = await open()
    const deps = { db: t.db, files: { media: store, mail: t.files.mail } }
    const [used, unused] = [await store.put(file(`used ${_}`)), await store.put(file(`unused ${_}`))]
    await insertMedia(used)
    for (const hash of [used, unused]) await store.putBeside(hash, '.thumb.png', file('png'))
    expect(await removeUnusedFiles(deps, { dry_run: false })).toMatchObject({ unused: 0, recent: 2 })
    for (let hours = 0; hours <= 24; hours += 2) makeOlder?.()
    const now = Date.now() + later
    const recent = await store.put(file(`just uploaded ${_}`))
    const again = await store.put(file(`stored again ${_}`))
    expect(await removeUnusedFiles(deps, { dry_run: true, now })).toEqual({
      ...{ files: 6, unused: 2, recent: 2, unused_bytes: `unused ${_}`.length + 3 },
    })
    expect(await listNames(store)).toHaveLength(6)
    expect(await removeUnusedFiles(deps, { dry_run: false, now })).toMatchObject({ unused: 2 })
    const names = (await listNames(store)).map((name) => name.slice(0, 64))
    expect(new Set(names)).toEqual(new Set([used, recent, again].map((hash) => hash.toString('hex'))))
    expect(names).toHaveLength(4)
  })

  test('a file that is uploaded again while it is being removed stays', async () => {
    const { store, other, makeOlder } = await open()
    const bytes = file(`uploaded again ${_}`)
    const hash = await store.put(bytes)
    for (let hours = 0; hours <= 24; hours += 2) makeOlder?.()
    // Between the look at the database and the removal.
    const uploading = {
      ...store,
      remove: async (...args: Parameters<typeof store.remove>) => {
        await other.put(bytes)
        await store.remove(...args)
      },
    }
    await removeUnusedFiles(
      { db: t.db, files: { media: uploading, mail: t.files.mail } },
      { dry_run: false, now: Date.now() + later },
    )
    expect(await other.get(hash)).toEqual(bytes)
  })
})

test('s3rver lists with times, so new files are recognised there as well', async () => {
  const { store } = await openS3rverStores()
  const hash = await store.put(file('in s3rver'))
  const deps = { db: t.db, files: { media: store, mail: t.files.mail } }
  expect(await removeUnusedFiles(deps, { dry_run: false })).toMatchObject({ files: 1, unused: 0, recent: 1 })
  const tomorrow = Date.now() + unusedGraceMs + 60_000
  expect(await removeUnusedFiles(deps, { dry_run: true, now: tomorrow })).toMatchObject({ unused: 1 })
  await insertMedia(hash)
  expect(await removeUnusedFiles(deps, { dry_run: true, now: tomorrow })).toMatchObject({ unused: 0 })
})

test('raw email is kept as long as the ledger refers to it', async () => {
  const { store, makeOlder } = openLocalStores()
  const [used, unused] = [await storeRawMail(store, file('used')), await storeRawMail(store, file('unused'))]
  await insertDelivery(used)
  for (let hours = 0; hours <= 24; hours += 2) makeOlder?.()
  const deps = { db: t.db, files: { media: t.files.media, mail: store } }
  expect(await removeUnusedFiles(deps, { dry_run: false })).toMatchObject({ unused: 1 })
  expect((await listNames(store)).map((name) => name.slice(0, 64))).toEqual([used.toString('hex')])
  expect(unused).not.toEqual(used)
})

test('the periodic task removes nothing from a storage that hardly knows this workspace', async () => {
  const { store, makeOlder } = openLocalStores()
  await Promise.all(Array.from({ length: 1_001 }, (_, n) => store.put(file(`of another workspace ${n}`))))
  for (let hours = 0; hours <= 24; hours += 2) makeOlder?.()
  const log = { info: vi.fn(), error: vi.fn() }
  const deps = { db: t.db, files: { media: store, mail: t.files.mail }, log }
  await collectUnusedFiles(deps)
  expect(await listNames(store)).toHaveLength(1_001)
  expect(log.error).toHaveBeenCalledOnce()
  for await (const { hash } of store.list('0')) await insertMedia(hash)
  expect((await removeUnusedFiles(deps, { dry_run: false })).unused).toBeGreaterThan(900)
})

/** Hashes in tables that name no file, or one that need not exist. */
const notFiles = [
  ...['contact_erasure_files.content_hash', 'file_texts.content_hash', 'sandbox_failures.content_hash'],
  'mail_tombstones.content_hash',
]

test('every column with the hash of a file is known', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('content_hash', 'raw_hash') order by 1`.execute(t.db)
  const references = Object.values(fileReferencesByArea)
    .flat()
    .map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name)).toEqual([...references, ...notFiles].toSorted())
})
