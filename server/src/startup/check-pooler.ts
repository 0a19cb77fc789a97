import pg from 'pg'
import { probePooler } from '../db/pooler.ts'

/**
 * Throws an error that names the setting if DATABASE_URL leads through a transaction pooler and there is no direct way to the same
 * database beside it. Both must be reachable.
 */
export async function checkPooler(database_url: string, direct_url: string | undefined): Promise<void> {
  if (direct_url === undefined) {
    const { shares_sessions } = await probePooler(database_url)
    if (shares_sessions)
      throw new Error(
        'DATABASE_URL leads through a pooler that lends a session for each transaction. Set DATABASE_DIRECT_URL as well, to the same ' +
          'database without the pooler: each process needs a few sessions of its own, to be notified of changes and to run jobs.',
      )
    return
  }
  if ((await probePooler(direct_url)).shares_sessions)
    throw new Error(
      'DATABASE_DIRECT_URL leads through a pooler that lends a session for each transaction. It must lead to PostgreSQL itself.',
    )
  const [pooled, direct] = await Promise.all([readIdentity(database_url), readIdentity(direct_url)])
  if (pooled !== direct)
    throw new Error(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Both must lead to the same one.',
    )
}

async function readIdentity(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `select (select system_identifier from pg_control_system()) || '.' || oid as id from pg_database where datname = current_database()`,
    )
    return rows[0]?.id ?? ''
  } finally {
    await client.end().catch(() => {})
  }
}
