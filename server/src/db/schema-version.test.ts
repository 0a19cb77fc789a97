import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { migrate, migrationFiles } from './migrate.ts'
import { readOldestCompatible, schemaNumberOf } from './schema-version.ts'

/** A program version with these migrations. */
function program(version: string, migrations: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, name), sql)
  return { version, folder: pathToFileURL(`${folder}/`) }
}

const first = { '0001_first.sql': 'create table first ();' }
const additive = {
  '0002_additive.sql': '-- Adds.\n-- oldest-compatible-schema: 0001\ncreate table second ();',
}
const breaking = { '0003_breaking.sql': '-- Breaks.\n-- oldest-compatible-schema: 0002\ndrop table first;' }
const silent = { '0004_silent.sql': '-- No compatibility comment.\ncreate table fourth ();' }

test('an older program runs on a newer schema until a migration requires a newer one', async () => {
  const url = await createEmptyDatabase()
  const old = program('1.0.0', first)
  const next = program('1.1.0', { ...first, ...additive })
  const newest = program('2.0.0', { ...first, ...additive, ...breaking })
  expect(await migrate(url, old)).toEqual(['0001_first.sql'])
  expect(await migrate(url, next)).toEqual(['0002_additive.sql'])
  expect(await migrate(url, old), 'a rolling upgrade').toEqual([])
  expect(await migrate(url, newest)).toEqual(['0003_breaking.sql'])
  expect(await migrate(url, next), 'knows the schema that the migration requires').toEqual([])
  await expect(migrate(url, old)).rejects.toThrow(
    'This is Parley 1.0.0 (schema 0001), but the database was upgraded by Parley 2.0.0 to schema 0003, which requires a ' +
      'Parley version with schema 0002 or newer. Start Parley 2.0.0 or newer, or restore the backup from before the upgrade. Nothing was changed.',
  )
})

test('a migration without a declaration requires a program that knows it', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, program('1.0.0', { ...first, ...silent }))
  await expect(migrate(url, program('0.9.0', first))).rejects.toThrow(
    'requires a Parley version with schema 0004',
  )
})

test('a rejected program applies none of its own migrations', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, program('1.0.0', { ...first, ...silent }))
  await expect(migrate(url, program('0.9.0', { ...first, ...additive }))).rejects.toThrow(
    'Nothing was changed',
  )
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select name from migrations order by name')
  await client.end()
  expect(rows.map((row) => row.name)).toEqual(['0001_first.sql', '0004_silent.sql'])
})

test('the server rejects a database of a newer release', async () => {
  const DATABASE_URL = await createEmptyDatabase()
  await migrate(DATABASE_URL)
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query(
    `insert into migrations (name, applied_at, oldest_compatible_schema, applied_by) values ('9001_future.sql', now(), '9001', '99.0.0')`,
  )
  const data_dir = mkdtempSync(join(tmpdir(), 'parley-newer-'))
  onTestFinished(() => rmSync(data_dir, { recursive: true, force: true }))
  const started = startProgram('main.ts', { ...(await freePorts()), DATABASE_URL, PARLEY_DATA_DIR: data_dir })
  expect(await started.exited, started.output()).toBe(1)
  expect(started.output()).toMatch(
    /^This is Parley [\d.]+ \(schema \d{4}\), but the database was upgraded by Parley 99\.0\.0 to schema 9001, .* Nothing was changed\.\n$/,
  )
  const { rows } = await client.query('select 1 from agents')
  await client.end()
  expect(rows, 'no workspace was created').toEqual([])
}, 60_000)

// Earlier migrations have no declaration, which counts as requiring themselves.
const first_declared = '0042'

test('every migration declares the oldest compatible schema', async () => {
  const files = await migrationFiles()
  const schemas = new Set(files.map(schemaNumberOf))
  const problems: string[] = []
  for (const file of files.filter((name) => schemaNumberOf(name) >= first_declared)) {
    const declared = readOldestCompatible(
      await readFile(new URL(`../../migrations/${file}`, import.meta.url), 'utf8'),
    )
    if (declared === null)
      problems.push(
        `${file}: add "-- oldest-compatible-schema: NNNN" as its second line (CONTRIBUTING.md says which)`,
      )
    else if (!schemas.has(declared) || declared > schemaNumberOf(file))
      problems.push(`${file}: ${declared} is not the number of this migration or of an older one`)
  }
  expect(problems).toEqual([])
})
