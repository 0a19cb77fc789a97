import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { usePlainPromises } from '../runtime/plain-promises.ts'
import { keepAliveOptions } from './keep-alive.ts'
import { closeLostConnections, identifySession } from './lost-connections.ts'
import { observeQueries } from './observe-queries.ts'
import { parseTimestamptz } from './parse-timestamptz.ts'
import { noPooler, type Pooler } from './pooler.ts'
import { usePreparedStatements } from './prepared-statements.ts'
import { closeReadOnlySessions } from './read-only-sessions.ts'
import type { DB } from './schema.ts'

// Ids and counters stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamptz)
// The driver parses arrays of them separately, as strings. Ours have one dimension and no nulls. Its types lack array types.
const int8Array = 1016 as typeof pg.types.builtins.INT8
pg.types.setTypeParser(int8Array, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

export type Db = Kysely<DB>

export function createPool(
  connectionString: string,
  max = 12,
  {
    plain_promises = true,
    pooler = noPooler,
  }: {
    /** false: uses the driver's own promises, to see whether ours still gain anything. */
    plain_promises?: boolean
    /** What the connection string leads through. */
    pooler?: Pooler
  } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    ...keepAliveOptions,
    ...(!pooler.shares_sessions && { onConnect: prepareSession }),
  })
  // The next query replaces a connection that broke while idle. Without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  closeLostConnections(pool, connectionString)
  if (plain_promises) pool.on('connect', usePlainPromises)
  if (pooler.keeps_named_statements) pool.on('connect', usePreparedStatements)
  pool.on('connect', observeQueries)
  closeReadOnlySessions(pool)
  return pool
}

export const createDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

async function prepareSession(client: pg.ClientBase): Promise<void> {
  await applySettings(client, sessionSettings)
  await identifySession(client)
}

const sessionSettings = {
  // A transaction of a process that was stopped, or whose machine was lost, would hold its locks until TCP notices, which takes hours by
  // default.
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: '15s',
  // On by default, except in the embedded database. Compiling takes longer than any of our statements runs.
  jit: 'off',
}

/**
 * Shared sessions can't have settings; there, the pooler and the database have their own. A server that refuses one of
 * them, such as a timeout that its operating system doesn't have, gets the others.
 */
export async function applySettings(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`)
  try {
    await client.query(statements.join('; '))
  } catch {
    for (const statement of statements) await client.query(statement).catch(() => {})
  }
}
