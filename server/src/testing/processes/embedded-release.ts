import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../db/embedded.ts'

const silent = { debug() {}, info() {}, warn() {} }

/** A folder that is removed when the test ends. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Does something with the embedded database of this data folder, as a server that runs on it would. */
export async function withEmbedded<T>(
  data_dir: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ data_dir, log: silent })
  return work(server.connection_string).finally(() => server.stop())
}

export async function queryRows<T>(connectionString: string, sql: string): Promise<T[]> {
  const client = new pg.Client(connectionString)
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** The number of the newest applied migration. */
export async function readAppliedSchema(connectionString: string): Promise<string> {
  const [row] = await queryRows<{ schema: string }>(
    connectionString,
    'select left(max(name), 4) as schema from migrations',
  )
  return row?.schema ?? ''
}
