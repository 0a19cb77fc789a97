import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { readVersion } from '../version.ts'
import { type AppliedMigration, readOldestCompatible, schemaRefusal } from './schema-version.ts'

const migrationsFolder = new URL('../../migrations/', import.meta.url)

// An arbitrary constant, so that servers starting at the same time migrate one after the other.
const migrationLock = 7_275_539

/** The migrations and version of the running program; tests supply their own. */
type Program = { folder: URL; version: string }

/**
 * Applies missing SQL migrations, each in its own transaction, then the job queue's own. Throws a readable error and changes nothing
 * if a newer version made the database incompatible.
 */
export async function migrate(connectionString: string, program: Partial<Program> = {}): Promise<string[]> {
  const { folder = migrationsFolder, version = await readVersion() } = program
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await applyMissing(client, { folder, version })
    await runMigrations({ connectionString })
    return applied
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client, { folder, version }: Program): Promise<string[]> {
  await client.query(`
    create table if not exists migrations (name text primary key, applied_at timestamptz not null);
    alter table migrations add column if not exists oldest_compatible_schema text, add column if not exists applied_by text`)
  const { rows } = await client.query<AppliedMigration>(
    'select name, oldest_compatible_schema, applied_by from migrations',
  )
  const files = await migrationFiles(folder)
  const refusal = schemaRefusal(files, rows, version)
  if (refusal) throw new Error(refusal)
  const applied_names = new Set(rows.map((row) => row.name))
  const missing = files.filter((file) => !applied_names.has(file))
  for (const file of missing) {
    const sql = await readFile(new URL(file, folder), 'utf8')
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query(
        'insert into migrations (name, applied_at, oldest_compatible_schema, applied_by) values ($1, $2, $3, $4)',
        [file, new Date(), readOldestCompatible(sql), version],
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error })
    }
  }
  return missing
}

/** Names of all migrations, oldest first. */
export const migrationFiles = async (folder: URL = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()

/** Whether all of this program's migrations are applied. Changes nothing; throws the same error as `migrate`. */
export async function readSchemaState(connectionString: string): Promise<'none' | 'behind' | 'current'> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ has: boolean }>(
      `select to_regclass('migrations') is not null as has`,
    )
    if (!tables[0]?.has) return 'none'
    // Read as JSON, because older databases lack two of the columns.
    const { rows } = await client.query<{ migration: AppliedMigration }>(
      `select to_jsonb(m) as migration from migrations m`,
    )
    const files = await migrationFiles()
    const applied = rows.map((row) => row.migration)
    const refusal = schemaRefusal(files, applied, await readVersion())
    if (refusal) throw new Error(refusal)
    const names = new Set(applied.map(({ name }) => name))
    return files.every((file) => names.has(file)) ? 'current' : 'behind'
  } finally {
    await client.end()
  }
}
