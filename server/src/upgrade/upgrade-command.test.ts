import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { newestSchemaOf } from '../db/schema-version.ts'
import {
  createTestFolder,
  queryRows,
  readAppliedSchema,
  withEmbedded,
} from '../testing/processes/embedded-release.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { listReleasedSchemas, loadReleasedSchema, releasedSecretKey } from '../testing/released-schemas.ts'
import { describePlan, listRefusals } from './describe-plan.ts'

const newestSchema = newestSchemaOf(await migrationFiles())
const [oldest] = listReleasedSchemas()
if (!oldest) throw new Error('There is no dump of a released schema')

async function upgrade(env: Record<string, string>, ...args: string[]) {
  const command = startProgram('upgrade.ts', { PARLEY_SECRET_KEY: releasedSecretKey, ...env }, args)
  return { code: await command.exited, output: command.output().trim() }
}

test('an embedded workspace is checked while a server runs, and upgraded after a backup when none does', {
  timeout: 180_000,
}, async () => {
  const data_dir = join(createTestFolder(), 'data')
  const env = { PARLEY_DATA_DIR: data_dir }
  await withEmbedded(data_dir, async (url) => {
    await loadReleasedSchema(url, oldest)
    const checked = await upgrade(env, '--check')
    expect(checked).toMatchObject({ code: 0 })
    const lines = checked.output.split('\n')
    expect(lines[0]).toMatch(
      /^From Parley 0\.1\.0, schema 0103, to Parley [\d.]+, schema \d{4}: \d+ migrations, less than a second on this data\.$/,
    )
    expect(lines).toContain(
      '  0104  The processes that run on this database, and what each of them has to itself, such as a mailbox.',
    )
    expect(lines).toContain('        blocks the use of imap_cursors, less than a second')
    expect(lines.at(-3)).toBe(
      'Nodes of the running release can keep running, and be replaced one after the other.',
    )
    expect(lines.at(-2)).toMatch(
      /^A backup is made first: about [\d.]+ MB in .*backups, where [\d.]+ GB are free\.$/,
    )

    const refused = await upgrade(env)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toMatch(/^Another Parley \(.*\) is already using the data folder .*Stop it first/)
    expect(await readAppliedSchema(url), 'both changed nothing').toBe(oldest.schema)
  })
  expect(readdirSync(data_dir)).not.toContain('backups')

  const upgraded = await upgrade(env)
  expect(upgraded).toMatchObject({ code: 0 })
  expect(upgraded.output).toMatch(
    new RegExp(
      `Backed up the workspace to .*before-upgrade-0103-.*\\.tar\nUpgraded the database from schema 0103 to schema ${newestSchema} in [\\d.]+ s\\.`,
    ),
  )
  expect(await withEmbedded(data_dir, readAppliedSchema)).toBe(newestSchema)
  const again = await upgrade(env)
  expect(again.code).toBe(0)
  expect(again.output).toMatch(/^The database is up to date: Parley [\d.]+, schema \d{4}\./)
})

test('an external database is upgraded without a backup, which the check says', {
  timeout: 60_000,
}, async () => {
  const env = { DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR: createTestFolder() }
  expect(await upgrade(env)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^There is no workspace/),
  })
  await loadReleasedSchema(env.DATABASE_URL, oldest)
  const checked = await upgrade(env, '--check')
  expect(checked.code).toBe(0)
  expect(checked.output).toContain('No backup is made, because the database is an external one.')
  expect(await upgrade(env)).toMatchObject({ code: 0 })
  expect(await readAppliedSchema(env.DATABASE_URL)).toBe(newestSchema)
})

test('a database that a newer release has made incompatible is refused', async () => {
  const env = { DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR: createTestFolder() }
  await migrate(env.DATABASE_URL)
  await queryRows(
    env.DATABASE_URL,
    `insert into migrations (name, applied_at, oldest_compatible_schema, applied_by) values ('9001_future.sql', now(), '9001', '99.0.0')`,
  )
  for (const args of [[], ['--check']])
    expect(await upgrade(env, ...args)).toMatchObject({
      code: 1,
      output: expect.stringContaining('was upgraded by Parley 99.0.0 to schema 9001'),
    })
})

test('a backup that doesn’t fit on the disk makes the upgrade impossible', () => {
  const backup = { folder: '/data/backups', needed: 5.5 * 1024 ** 3, free: 2 * 1024 ** 3, fits: false }
  expect(listRefusals({ version: '1.0.0', backup, without_backup: null })).toEqual([
    'The backup before the upgrade needs about 5.5 GB, and the disk of /data/backups has 2 GB free. Free some space, or upgrade without it: PARLEY_SKIP_UPGRADE_BACKUP=1',
  ])
})

test('backfills that haven’t finished are listed, and those that a migration requires', () => {
  const migration = {
    ...{ file: '0110_contract.sql', schema: '0110', purpose: 'Removes it.', seconds: 0, has_unknown: false },
    ...{ blocks: { lock: 'none' as const, tables: [] }, required_backfill: 'cents' },
  }
  const plan = {
    ...{
      current: '0109',
      target: '0110',
      applied: [],
      missing: [],
      is_rolling: true,
      migrations: [migration],
    },
    unfinished_backfills: [
      { name: 'cents', done: 10, estimate: 200 },
      { name: 'other', done: 0, estimate: null },
    ],
  }
  const lines = describePlan(plan, { version: '1.0.0', backup: null, without_backup: 'external' })
  expect(lines).toContain(
    'The backfill cents hasn’t finished (10 of about 200 rows), and 0110 requires that: npm run upgrade finishes it first.',
  )
  expect(lines).toContain(
    'The backfill other hasn’t finished (0 of an unknown number of rows). It continues after the upgrade.',
  )
})

test('unknown options are refused with the usage', async () => {
  expect(await upgrade({}, '--chek')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage: npm run upgrade'),
  })
})
