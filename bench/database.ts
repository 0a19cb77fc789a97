import { mkdir } from 'node:fs/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/db/embedded.ts'

export type Database = { connection_string: string; stop(): Promise<void> }

const quiet = { debug() {}, info() {}, warn: (line: string) => console.warn(line) }

/** Uses the given database server, or the embedded PostgreSQL with its data in `data_dir`. */
export async function openDatabase(options: {
  database_url: string | undefined
  data_dir: string
}): Promise<Database> {
  if (options.database_url) return { connection_string: options.database_url, stop: async () => {} }
  await mkdir(options.data_dir, { recursive: true })
  return startEmbeddedPostgres({ data_dir: options.data_dir, log: quiet })
}

// For loading only: after a crash the load is repeated, not repaired.
const bulkLoadSettings = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'off',
  max_wal_size: '8GB',
  autovacuum: 'off',
}

/** Runs the work on an embedded PostgreSQL configured for bulk loading, then restores the product's configuration. */
export async function withBulkLoadSettings(
  data_dir: string,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const open = () => openDatabase({ database_url: undefined, data_dir })
  const alter = async (commands: string[]) => {
    const database = await open()
    const client = new pg.Client(database.connection_string)
    await client.connect()
    for (const command of commands) await client.query(`alter system ${command}`)
    await client.end()
    await database.stop()
  }
  await alter(Object.entries(bulkLoadSettings).map(([name, value]) => `set ${name} = '${value}'`))
  try {
    const database = await open()
    await work(database.connection_string).finally(database.stop)
  } finally {
    await alter(Object.keys(bulkLoadSettings).map((name) => `reset ${name}`))
  }
}
