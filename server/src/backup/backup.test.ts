import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLocalFileStore } from '../files/local-file-store.ts'
import { startTestMail, type TestMail } from '../testing/email/test-mail.ts'
import { createEmptyDatabase } from '../testing/processes/server-process.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createBackup } from './create-backup.ts'
import { noProgress } from './progress.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

let t: TestApp
let mail: TestMail
let folder: string
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  folder = mkdtempSync(join(tmpdir(), 'parley-backup-'))
  await fillWorkspace()
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
  rmSync(folder, { recursive: true })
})

/** Conversations with emails, files, notes, tags with odd characters, and jobs for later. */
async function fillWorkspace() {
  await t.make.inbox('help@acme.test')
  for (let n = 0; n < 5; n++)
    await mail.send(
      mail.compose({ to: 'help@acme.test', text: `Line ${n}\tand a tab \\ and a backslash` }),
      'help@acme.test',
    )
  await mail.readAll()
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await admin.post('/api/v1/tags', { name: 'späte \\N Rückgabe' })
  const { hash } = (await t.files.media.putStream(chunksOf(randomBytes(300_000)), 1e9)) ?? {}
  const text = await t.files.media.put(Buffer.from('A file that a message carries'))
  for (const content_hash of [hash, text])
    await t.db
      .insertInto('media')
      .values({
        ...{
          created_at: t.clock.now(),
          updated_at: t.clock.now(),
          filename: 'a.bin',
          content_type: 'text/plain',
        },
        ...{
          size: 3,
          content_hash: content_hash ?? Buffer.alloc(32),
          disposition: 'attachment',
          model_type: 'messages',
        },
      } as never)
      .execute()
  const inAnHour = new Date(t.clock.now().getTime() + 3_600_000)
  await t.act(t.system, (tx) =>
    tx.enqueue('wake_conversation', { id: 1 }, { key: 'later', run_at: inAnHour }),
  )
}

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const source = (of: Pick<TestApp, 'connectionString' | 'files'> = t) => ({
  connection_string: of.connectionString,
  files: of.files,
  header: { created_at: '2026-11-28T10:00:00.000Z', version: '0.1.0', key_id: 'key', sealed_key: null },
})

function newPath() {
  return join(folder, `${randomBytes(6).toString('hex')}.parley`)
}

async function backUp() {
  const path = newPath()
  const summary = await createBackup(source(), path, noProgress)
  return { path, summary }
}

async function emptyTarget() {
  const data_dir = mkdtempSync(join(folder, 'target-'))
  const files = {
    media: createLocalFileStore(join(data_dir, 'files'), 'media'),
    mail: createLocalFileStore(join(data_dir, 'files'), 'mail'),
  }
  const connection_string = await createEmptyDatabase()
  return { connection_string, files, version: '0.1.0', now: t.clock.now(), accept: async () => {} }
}

/** Every row of every table as text. */
async function dump(connectionString: string): Promise<Map<string, string[]>> {
  const client = new pg.Client(connectionString)
  await client.connect()
  const { rows: tables } = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not in ('migrations', 'nodes', 'leases') order by 1`,
  )
  const contents = new Map<string, string[]>()
  for (const { name } of tables) {
    // The mark of a copy is all that a restore adds.
    const { rows } = await client.query(
      `select x::text as row from "${name}" x where x::text not like '(app.paused_copy,%' order by 1`,
    )
    contents.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  const { rows: jobs } = await client.query(
    'select task_identifier, run_at, key, attempts, max_attempts, priority from graphile_worker.jobs order by id',
  )
  contents.set(
    'jobs',
    jobs.map((job) => JSON.stringify(job)),
  )
  const { rows: sequences } = await client.query(
    `select sequencename || ' ' || coalesce(last_value::text, '') as row from pg_sequences where schemaname = 'public' order by 1`,
  )
  contents.set(
    'sequences',
    sequences.map(({ row }) => row),
  )
  await client.end()
  return contents
}

async function listFiles(files: TestApp['files']): Promise<string[]> {
  const names: string[] = []
  for (const area of ['media', 'mail'] as const)
    for await (const { hash, suffix, size } of files[area].list())
      names.push(`${area} ${hash.toString('hex')}${suffix} ${size}`)
  return names.sort()
}

test('a restored workspace has every row, job, number and file, and none of them twice', async () => {
  const { path, summary } = await backUp()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(existsSync(`${path}.part`)).toBe(false)
  const verified = await verifyBackup(path, noProgress)
  expect(verified).toMatchObject({ rows: summary.rows, files: summary.files })
  const target = await emptyTarget()
  await restoreBackup(path, target, noProgress)
  const [before, after] = [await dump(t.connectionString), await dump(target.connection_string)]
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows)
  expect(await listFiles(target.files)).toEqual(await listFiles(t.files))
})

test('foreign keys and triggers are back after a restore', async () => {
  const { path } = await backUp()
  const target = await emptyTarget()
  await restoreBackup(path, target, noProgress)
  const describeSchema = async (connectionString: string) => {
    const client = new pg.Client(connectionString)
    await client.connect()
    const { rows } = await client.query(
      `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as line from pg_constraint
         where connamespace = 'public'::regnamespace
       union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
       union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    )
    await client.end()
    return rows.map(({ line }) => line)
  }
  expect(await describeSchema(target.connection_string)).toEqual(await describeSchema(t.connectionString))
})

test('years have their partition after a restore, including one whose events were in a partition per month', async () => {
  await t.pool.query(`select ensure_events_partition('2042-05-01Z');
    create table events_2044_01 partition of events for values from ('2044-01-01Z') to ('2044-02-01Z')`)
  const { path } = await backUp().finally(() => t.pool.query('drop table events_2042, events_2044_01'))
  const target = await emptyTarget()
  await restoreBackup(path, target, noProgress)
  const client = new pg.Client(target.connection_string)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1",
  )
  await client.end()
  expect(rows.map(({ name }) => name)).toEqual(['events_2042', 'events_2044', 'events_default'])
})

test('a workspace that is in use is never overwritten', async () => {
  const { path } = await backUp()
  const target = { ...(await emptyTarget()), connection_string: t.connectionString }
  const before = await dump(t.connectionString)
  await expect(restoreBackup(path, target, noProgress)).rejects.toThrow(
    'There are tables in this database already',
  )
  expect(await dump(t.connectionString)).toEqual(before)
})

describe('a damaged archive is refused with the place, and restores nothing', () => {
  /** Positions of the entries. */
  async function entriesOf(path: string) {
    const { readArchive } = await import('./archive/read-archive.ts')
    const entries: { name: string; offset: number; end: number; size: number }[] = []
    for await (const entry of readArchive(path)) {
      const { name, offset, end, size } = entry
      entries.push({ name, offset, end, size })
      await entry.read()
    }
    return entries
  }

  type Damage = (path: string, bytes: Buffer, entries: Awaited<ReturnType<typeof entriesOf>>) => Buffer
  const find = (entries: Awaited<ReturnType<typeof entriesOf>>, start: string) => {
    const entry = entries.find(({ name }) => name.startsWith(start))
    if (!entry) throw new Error(`There is no ${start}`)
    return entry
  }
  const flip = (bytes: Buffer, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    return bytes
  }
  const damages: [string, Damage, RegExp][] = [
    [
      'a bit of a file',
      (_, bytes, e) => flip(bytes, find(e, 'files/media').offset + 517),
      /files\/media\/.*isn’t what its name says/,
    ],
    ['a bit of an email', (_, bytes, e) => flip(bytes, find(e, 'files/mail').offset + 540), /files\/mail\//],
    [
      'a bit of the rows',
      (_, bytes, e) => flip(bytes, find(e, 'tables/messages').offset + 530),
      /tables\/messages\/000001/,
    ],
    [
      'a bit of the manifest',
      (_, bytes, e) => flip(bytes, find(e, 'manifest').offset + 520),
      /manifest\.json/,
    ],
    [
      'a bit of a tar header',
      (_, bytes, e) => flip(bytes, find(e, 'tables/tags').offset + 3),
      /damaged at byte \d+/,
    ],
    [
      'the end',
      (_, bytes) => bytes.subarray(0, bytes.length - 2_000),
      /ends in the middle|never finished|too early/,
    ],
    ['half of it', (_, bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)), /damaged at byte \d+/],
    [
      'more after the end',
      (_, bytes) => Buffer.concat([bytes, Buffer.from('more')]),
      /goes on after its end/,
    ],
    [
      'a part left out',
      (_, bytes, e) => {
        const { offset, end } = find(e, 'tables/messages')
        return Buffer.concat([bytes.subarray(0, offset), bytes.subarray(end)])
      },
      /tables\/messages\/000001\.copy\.zst is missing \(\d+ rows\)/,
    ],
    [
      'a file left out',
      (_, bytes, e) => {
        const { offset, end } = find(e, 'files/mail')
        return Buffer.concat([bytes.subarray(0, offset), bytes.subarray(end)])
      },
      /it has \d+ files of the kind mail instead of \d+/,
    ],
    [
      'a part twice',
      (_, bytes, e) => {
        const { offset, end } = find(e, 'tables/messages')
        return Buffer.concat([bytes.subarray(0, end), bytes.subarray(offset)])
      },
      /tables\/messages/,
    ],
  ]
  test.each(damages)('%s', async (_, damage, message) => {
    const { path } = await backUp()
    const entries = await entriesOf(path)
    writeFileSync(path, damage(path, readFileSync(path), entries))
    await expect(verifyBackup(path, noProgress)).rejects.toThrow(message)
    await expect(verifyBackup(path, noProgress)).rejects.toMatchObject({ name: 'DamagedArchive' })
    const target = await emptyTarget()
    await expect(restoreBackup(path, target, noProgress)).rejects.toThrow(message)
    const client = new pg.Client(target.connection_string)
    await client.connect()
    const { rows } = await client.query(`select to_regclass('conversations') as conversations`)
    if (rows[0].conversations) expect((await client.query('select from conversations')).rowCount).toBe(0)
    await client.end()
  })
})

test('an interrupted restore can be run again, and is no workspace until then', async () => {
  const { path } = await backUp()
  const intact = readFileSync(path)
  const target = await emptyTarget()
  truncateSync(path, intact.length - 1_500)
  await expect(restoreBackup(path, target, noProgress)).rejects.toThrow('damaged')
  const { migrate } = await import('../db/migrate.ts')
  await expect(migrate(target.connection_string)).rejects.toThrow(
    'Run the same command again: npm run restore',
  )
  writeFileSync(path, intact)
  await restoreBackup(path, target, noProgress)
  await migrate(target.connection_string)
  expect((await dump(target.connection_string)).get('messages')).toEqual(
    (await dump(t.connectionString)).get('messages'),
  )
})

test('an interrupted backup is continued: its files are kept, rows are copied again', async () => {
  const path = newPath()
  const { path: whole } = await backUp()
  const bytes = readFileSync(whole)
  for (const share of [0.3, 0.6, 0.99]) {
    writeFileSync(`${path}.part`, bytes.subarray(0, Math.floor(bytes.length * share)))
    const summary = await createBackup(source(), path, noProgress)
    expect(summary.resumed).toBe(true)
    await verifyBackup(path, noProgress)
    rmSync(path)
  }
  // A file of another workspace, or rubbish, is not continued.
  writeFileSync(`${path}.part`, randomBytes(5_000))
  expect((await createBackup(source(), path, noProgress)).resumed).toBe(false)
  await verifyBackup(path, noProgress)
})

test('a backup made while emails arrive and agents write is of one moment', async () => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const c = await t.make.conversation()
  let isWriting = true
  const writing = Promise.all([
    (async () => {
      for (let n = 0; isWriting; n++) {
        await mail.send(
          mail.compose({ to: 'help@acme.test', text: `During the backup ${n}` }),
          'help@acme.test',
        )
        await mail.readAll()
      }
    })(),
    (async () => {
      for (let n = 0; isWriting; n++)
        await admin.post(`/api/v1/conversations/${c.uuid}/messages`, {
          message: `<p>Note ${n}</p>`,
          private: true,
        })
    })(),
  ])
  const backups: string[] = []
  for (let n = 0; n < 3; n++) backups.push((await backUp()).path)
  isWriting = false
  await writing
  for (const path of backups) {
    const verified = await verifyBackup(path, noProgress)
    expect(verified.manifest.missing_files).toEqual([])
  }
  const target = await emptyTarget()
  // Foreign keys are checked for every row.
  await restoreBackup(backups.at(-1) ?? '', target, noProgress)
  const client = new pg.Client(target.connection_string)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(
    `select count(*)::int as broken from mail_deliveries where state = 'threaded' and stored_message_id is null`,
  )
  expect(rows).toEqual([{ broken: 0 }])
})
