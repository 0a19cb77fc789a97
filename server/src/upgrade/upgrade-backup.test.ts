import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noProgress } from '../backup/progress.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { newestSchemaOf, schemaNumberOf } from '../db/schema-version.ts'
import { readEnv } from '../env.ts'
import {
  createTestFolder,
  queryRows,
  readAppliedSchema,
  withEmbedded,
} from '../testing/processes/embedded-release.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { listReleasedSchemas, loadReleasedSchema, releasedSecretKey } from '../testing/released-schemas.ts'
import { makeUpgradeBackup, type UpgradeBackupOptions } from './upgrade-backup.ts'

const silent = { info() {}, warn() {} }
const [oldest] = listReleasedSchemas()
if (!oldest) throw new Error('There is no dump of a released schema')

/** What people would miss. */
const readContent = (connectionString: string) =>
  queryRows(
    connectionString,
    `select (select count(*) from conversations) as conversations, (select count(*) from contacts) as contacts,
       (select md5(string_agg(m::text, '|' order by id)) from (select id, uuid, conversation_id, content, created_at from messages) m) as messages`,
  )

const newestSchema = newestSchemaOf(await migrationFiles())

test('a start backs up an embedded workspace before it upgrades it; the backup can be restored and upgraded', {
  timeout: 180_000,
}, async () => {
  const folder = createTestFolder()
  const data_dir = join(folder, 'data')
  const content = await withEmbedded(data_dir, async (url) => {
    await loadReleasedSchema(url, oldest)
    return readContent(url)
  })
  const env = {
    ...(await freePorts()),
    ...{ PARLEY_SECRET_KEY: releasedSecretKey, SMTP_RECEIVER_PORT: '0', ROLES: 'web', LOG_LEVEL: 'info' },
  }
  const start = async (path: string) => {
    const server = startProgram('main.ts', { ...env, PARLEY_DATA_DIR: path })
    await server.waitForOutput(/Parley is ready/)
    server.child.kill('SIGTERM')
    expect(await server.exited, server.output()).toBe(0)
    return server.output()
  }
  const output = await start(data_dir)
  expect(output).toContain('backed up the workspace before the upgrade')
  const backups = join(data_dir, 'backups')
  const [name = '', ...others] = readdirSync(backups)
  expect(name).toMatch(
    new RegExp(`^before-upgrade-${oldest.schema}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.tar$`),
  )
  expect(others).toEqual([])
  const path = join(backups, name)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(backups).mode & 0o777).toBe(0o700)
  const { header } = await verifyBackup(path, noProgress)
  expect(schemaNumberOf(header.migrations.at(-1) ?? '')).toBe(oldest.schema)

  expect(await start(data_dir), 'the second start has nothing to upgrade').not.toContain('backed up')

  const restored = join(folder, 'restored')
  const restore = startProgram('backup.ts', { ...env, PARLEY_DATA_DIR: restored }, ['restore', path])
  expect(await restore.exited, restore.output()).toBe(0)
  await start(restored)
  await withEmbedded(restored, async (url) => {
    expect(await readContent(url)).toEqual(content)
    expect(await readAppliedSchema(url)).toBe(newestSchema)
  })
})

/** A data folder without an embedded database: the rows are in the test server. */
async function backUp(
  data_dir: string,
  connection_string: string,
  {
    now = new Date(),
    log = silent,
    schema = oldest?.schema ?? '',
  }: Partial<Pick<UpgradeBackupOptions, 'now' | 'log' | 'schema'>> = {},
) {
  const env = readEnv({ PARLEY_DATA_DIR: data_dir, PARLEY_SECRET_KEY: releasedSecretKey })
  return makeUpgradeBackup(env, {
    connection_string,
    schema,
    now,
    log,
    progress: noProgress,
  })
}

test('the newest of each of three schemas is kept, and nothing else is removed', {
  timeout: 60_000,
}, async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const data_dir = createTestFolder()
  mkdirSync(join(data_dir, 'backups'))
  for (const name of ['2026-11-01.parley', 'before-upgrade-a.tar'])
    writeFileSync(join(data_dir, 'backups', name), '')
  // Of a start that was killed.
  writeFileSync(join(data_dir, 'backups', 'before-upgrade-0103-2026-11-01T00-00-00Z.tar.part'), '')
  const backups = [
    ...['0101 01', '0102 02', '0103 03'],
    // The first migration of the upgrade worked, the second one fails at every start.
    ...['0104 04', '0104 05', '0104 06', '0104 07'],
  ].map((text) => text.split(' ') as [string, string])
  for (const [schema, day] of backups)
    await backUp(data_dir, url, { now: new Date(`2026-12-${day}T08:00:00Z`), schema })
  expect(readdirSync(join(data_dir, 'backups')).sort()).toEqual([
    '2026-11-01.parley',
    'before-upgrade-0102-2026-12-02T08-00-00Z.tar',
    'before-upgrade-0103-2026-12-03T08-00-00Z.tar',
    'before-upgrade-0104-2026-12-07T08-00-00Z.tar',
    'before-upgrade-a.tar',
  ])
})

test('a damaged file is no obstacle: the log names it, and the backup is intact', async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const data_dir = createTestFolder()
  const name = '5e'.repeat(32)
  const folder = join(data_dir, 'files', 'media', '5e', '5e')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), 'something else')
  const warnings: unknown[][] = []
  const path = await backUp(data_dir, url, {
    log: { info() {}, warn: (...line: unknown[]) => void warnings.push(line) },
  })
  expect(warnings).toEqual([
    [
      { missing_files: [], damaged_files: [`files/media/${name}`] },
      'the file storage lacks 1 file or has only damaged copies, and so does the backup',
    ],
  ])
  await verifyBackup(path, noProgress)
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(canMount).each([
  [
    'is too small for it',
    2,
    /it needs about [\d.]+ MB, and the disk has [\d.]+ MB free\. Nothing was changed\..*PARLEY_SKIP_UPGRADE_BACKUP=1$/,
  ],
  ['fills up', 28, /failed: the disk is full\. Nothing was changed\..*PARLEY_SKIP_UPGRADE_BACKUP=1$/],
])(
  'a backup for which the disk %s is refused and leaves nothing behind',
  { timeout: 60_000 },
  async (_, megabytes, sentence) => {
    const url = await createEmptyDatabase()
    await loadReleasedSchema(url, oldest)
    // Can't be compressed.
    await queryRows(
      url,
      `insert into file_texts (content_hash, extracted_at, text) select (
       select string_agg(sha256((row || ' ' || n)::text::bytea), '') from generate_series(1, 60) n), now(), '' from generate_series(1, 16000) row`,
    )
    const disk = createTestFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'parley-test', disk])
    onTestFinished(() => void execFileSync('umount', [disk]))
    await expect(backUp(disk, url)).rejects.toThrow(sentence)
    expect(readdirSync(join(disk, 'backups'))).toEqual([])
  },
)

test('a start whose backup fails upgrades nothing, unless the backup is skipped', {
  timeout: 120_000,
}, async () => {
  const data_dir = join(createTestFolder(), 'data')
  await withEmbedded(data_dir, (url) => loadReleasedSchema(url, oldest))
  // Instead of the folder.
  writeFileSync(join(data_dir, 'backups'), '')
  const env = {
    ...{ ...(await freePorts()), PARLEY_DATA_DIR: data_dir, PARLEY_SECRET_KEY: releasedSecretKey },
    ...{ SMTP_RECEIVER_PORT: '0', ROLES: 'web' },
  }
  const refused = startProgram('main.ts', env)
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain('Nothing was changed')
  const readNewest = () => withEmbedded(data_dir, readAppliedSchema)
  expect(await readNewest()).toBe(oldest.schema)
  const started = startProgram('main.ts', { ...env, PARLEY_SKIP_UPGRADE_BACKUP: '1' })
  await started.waitForOutput(/Parley is ready/)
  started.child.kill('SIGTERM')
  await started.exited
  expect(await readNewest()).toBe(newestSchema)
})
