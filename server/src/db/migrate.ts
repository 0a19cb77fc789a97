import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

// Any fixed number: two servers that start at once migrate one after the other.
const migrationLock = 7_275_539

/** Applies the numbered SQL files that the database does not have yet, each in its own transaction, then the job queue's own. */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await applyMissing(client)
    await runMigrations({ connectionString })
    return applied
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null)',
  )
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const known = new Set(rows.map((row) => row.name))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const missing = files.filter((file) => !known.has(file))
  for (const file of missing) {
    const sql = await readFile(new URL(file, folder), 'utf8')
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name, applied_at) values ($1, $2)', [file, new Date()])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error })
    }
  }
  return missing
}
