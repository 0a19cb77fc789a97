import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../files/file-store-suite.ts'
import { exportWorkspace } from '../operator/export/export-workspace.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { createBackup } from './create-backup.ts'
import { noProgress } from './progress.ts'
import { verifyBackup } from './verify-backup.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.make.conversation()
})
afterAll(() => t.stop())

const header = { created_at: '2026-11-28T10:00:00.000Z', version: '0.1.0', key_id: 'key', sealed_key: null }
const newPath = () => join(temporaryFolder(), 'a.parley')

/** Calls back between the header, which is written first, and the rows. */
function backUp(path: string, onFiles = async () => {}) {
  const media: TestApp['files']['media'] = {
    ...t.files.media,
    async *list() {
      await onFiles()
      yield* t.files.media.list()
    },
  }
  const files = { ...t.files, media }
  return createBackup({ connection_string: t.connectionString, files, header }, path, noProgress)
}

/** Files are listed before and after the rows. */
function once(work: () => Promise<unknown>) {
  let isDone = false
  return async () => {
    if (!isDone) await work()
    isDone = true
  }
}

async function connect() {
  const client = new pg.Client(t.connectionString)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Until the backup or export waits for a lock. */
const untilWaiting = (client: pg.Client, application: string) =>
  eventually(async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock' and datname = current_database()`,
      [application],
    )
    return rowCount === 1
  })

/** The new values have to be computed, so PostgreSQL writes the table again, and older snapshots see it empty. */
const rewrite = 'alter table statuses alter column name type text using name || $$$$'

async function countStatuses(path: string) {
  const { manifest } = await verifyBackup(path, noProgress)
  const parts = manifest.tables.find(({ name }) => name === 'statuses')?.parts ?? []
  return parts.reduce((sum, { rows }) => sum + rows, 0)
}

test('a backup contains the rows of a table that a migration rewrites while it runs', async () => {
  const migration = await connect()
  const { rowCount } = await migration.query('select from statuses')
  const path = newPath()
  const backup = backUp(
    path,
    once(() => migration.query(`begin; ${rewrite}`)),
  )
  await untilWaiting(await connect(), 'parley backup')
  await migration.query('commit')
  await backup
  expect(await countStatuses(path)).toBe(rowCount)
})

test('an export contains the rows of a table that a migration rewrites while it runs', async () => {
  const migration = await connect()
  await migration.query(`begin; ${rewrite}`)
  const source = { connection_string: t.connectionString, files: t.files, version: '1', now: t.clock.now() }
  const folder = temporaryFolder()
  const exported = exportWorkspace(source, join(folder, 'whole'), noProgress)
  await untilWaiting(await connect(), 'parley export')
  await migration.query('commit')
  const { rows } = await exported
  expect(rows).toBe((await exportWorkspace(source, join(folder, 'again'), noProgress)).rows)
})

test('a migration that waits for a backup that waits for it is not ended', async () => {
  const migration = await connect()
  const backup = backUp(
    newPath(),
    once(() => migration.query('begin; lock table tags in access exclusive mode')),
  )
  await untilWaiting(await connect(), 'parley backup')
  await migration.query('lock table agents in access exclusive mode')
  await migration.query('commit')
  await backup
})

test.each([
  ['adds a table', 'create table added (id integer primary key)', 'drop table added'],
  ['adds a column', 'alter table tags add column added integer', 'alter table tags drop column added'],
  ['removes a table', 'alter table tags rename to removed', 'alter table removed rename to tags'],
  [
    'only changes rows',
    `insert into migrations (name, applied_at) values ('9999_rows.sql', now())`,
    `delete from migrations where name = '9999_rows.sql'`,
  ],
])('a backup during which a migration %s is refused', async (_, change, undo) => {
  const migration = await connect()
  const path = newPath()
  await expect(
    backUp(
      path,
      once(() => migration.query(change)),
    ),
  ).rejects.toThrow(
    'The tables changed while the backup was being made, such as by an upgrade. Make the backup again',
  )
  expect((await backUp(path)).resumed).toBe(false)
  await migration.query(undo)
})
