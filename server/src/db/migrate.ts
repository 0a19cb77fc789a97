import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { createQueueIndexes } from '../jobs/queue-indexes.ts'
import { transientKind } from '../transient-error.ts'
import { readVersion } from '../version.ts'
import { isLockTimeout } from './lock-timeout.ts'
import { retryConflicts } from './retry-conflicts.ts'
import {
  type AppliedMigration,
  readOldestCompatible,
  readRequiredBackfill,
  schemaNumberOf,
  schemaRefusal,
} from './schema-version.ts'

export const migrationsFolder = new URL('../../migrations/', import.meta.url)

/** An arbitrary constant, so that servers starting at the same time migrate one after the other. */
export const migrationLock = 7_275_539

type OnWait = (line: string) => void
type FinishBackfill = (name: string) => Promise<void>

/** The migrations and version of the running program; tests supply their own. `until` stops after that migration. */
type Program = {
  folder: URL
  version: string
  until: string | undefined
  during_restore: boolean
  onWait: OnWait
  /** Runs an unfinished backfill that a migration requires. Without it, such a migration is refused. */
  finishBackfill: FinishBackfill | undefined
}

/**
 * Applies missing SQL migrations, each in its own transaction, then the job queue's own. Throws a readable error and changes nothing
 * if a newer version made the database incompatible.
 */
export async function migrate(connectionString: string, program: Partial<Program> = {}): Promise<string[]> {
  const {
    folder = migrationsFolder,
    version = await readVersion(),
    until,
    during_restore = false,
    onWait = () => {},
    finishBackfill,
  } = program
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    if (!during_restore) await assertNotRestoring(client)
    const applied = await applyMissing(client, { folder, version, until, onWait, finishBackfill })
    await retryConflicts(() => runMigrations({ connectionString }))
    await createQueueIndexes(client)
    return applied
  } finally {
    await client.end()
  }
}

async function applyMissing(
  client: pg.Client,
  { folder, version, until, onWait, finishBackfill }: Omit<Program, 'during_restore'>,
): Promise<string[]> {
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
  const missing = files.filter((file) => !applied_names.has(file) && (until === undefined || file <= until))
  for (const file of missing) {
    const sql = await readFile(new URL(file, folder), 'utf8')
    const backfill = readRequiredBackfill(sql)
    if (backfill) await requireBackfill(client, file, backfill, finishBackfill)
    const row = [file, new Date(), readOldestCompatible(sql), version]
    await applyOne(client, file, sql, row, onWait)
  }
  return missing
}

async function requireBackfill(
  client: pg.Client,
  file: string,
  name: string,
  finishBackfill: FinishBackfill | undefined,
): Promise<void> {
  const { rows } = await client.query<{ done: string; estimate: string | null }>(
    'select done::text, estimate::text from backfills where name = $1 and finished_at is null',
    [name],
  )
  const [unfinished] = rows
  if (!unfinished) return
  if (finishBackfill) return finishBackfill(name)
  const { done, estimate } = unfinished
  throw new Error(
    `Migration ${file} can’t be applied yet, because the backfill ${name} hasn’t finished (${done} of ${estimate ? `about ${estimate}` : 'an unknown number of'} rows). ` +
      'Keep the previous release running until it has, or run npm run upgrade, which finishes it first.',
  )
}

/**
 * Others that use a table wait behind a migration that waits for it, so it gives up soon and tries again. Longer than deadlock_timeout,
 * after which autovacuum makes way.
 */
const lockTimeoutMs = 2_000
const pauseMs = 1_000
const maxAttempts = 200

async function applyOne(
  client: pg.Client,
  file: string,
  sql: string,
  row: unknown[],
  onWait: OnWait,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(sql)
      await client.query(
        'insert into migrations (name, applied_at, oldest_compatible_schema, applied_by) values ($1, $2, $3, $4)',
        row,
      )
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const obstacle = describeObstacle(error)
      if (!obstacle || attempt === maxAttempts)
        throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error })
      onWait(`Migration ${file} ${obstacle}`)
      await wait(pauseMs)
    }
  }
}

/** What another transaction did to a migration that can be tried again; null for an error of its own. */
function describeObstacle(error: unknown): string | null {
  if (isLockTimeout(error)) return 'waits for a long transaction on its tables, such as a backup'
  if (transientKind(error) === 'conflict') return 'gave way to a transaction that was waiting for it'
  return null
}

/** A table that exists while a backup is being restored. */
export const restoringTable = 'restoring'

async function assertNotRestoring(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [
    restoringTable,
  ])
  if (rows[0]?.is)
    throw new Error(
      'A backup was being restored into this database and that has not finished. Run the same command again: npm run restore -- FILE',
    )
}

/** Names of all migrations, oldest first. */
export const migrationFiles = async (folder: URL = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()

export type Schema = {
  /** Number of the newest applied migration; null if there is no workspace. */
  current: string | null
  applied: AppliedMigration[]
  /** This program's migrations that aren't applied, oldest first. */
  missing: string[]
}

/** Changes nothing; throws the same errors as `migrate`. */
export async function readSchema(connectionString: string): Promise<Schema> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await assertNotRestoring(client)
    const files = await migrationFiles()
    const { rows: tables } = await client.query<{ has: boolean }>(
      `select to_regclass('migrations') is not null as has`,
    )
    if (!tables[0]?.has) return { current: null, applied: [], missing: files }
    // Read as JSON, because older databases lack two of the columns.
    const { rows } = await client.query<{ migration: AppliedMigration }>(
      `select to_jsonb(m) as migration from migrations m order by name`,
    )
    const applied = rows.map((row) => row.migration)
    const refusal = schemaRefusal(files, applied, await readVersion())
    if (refusal) throw new Error(refusal)
    const names = new Set(applied.map(({ name }) => name))
    const newest = applied.at(-1)
    return {
      current: newest ? schemaNumberOf(newest.name) : null,
      applied,
      missing: files.filter((file) => !names.has(file)),
    }
  } finally {
    await client.end()
  }
}

/** Whether all of this program's migrations are applied. Changes nothing; throws the same errors as `migrate`. */
export async function readSchemaState(connectionString: string): Promise<'none' | 'behind' | 'current'> {
  const { current, missing } = await readSchema(connectionString)
  if (current === null) return 'none'
  return missing.length === 0 ? 'current' : 'behind'
}
