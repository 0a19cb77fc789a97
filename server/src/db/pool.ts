import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { usePlainPromises } from '../runtime/plain-promises.ts'
import { parseTimestamptz } from './parse-timestamptz.ts'
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
  /** false: uses the driver's own promises, to see whether ours still gain anything. */
  { plain_promises = true } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The next query replaces a connection that broke while idle. Without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (plain_promises) pool.on('connect', usePlainPromises)
  pool.on('connect', usePreparedStatements)
  closeReadOnlySessions(pool)
  return pool
}

export const createDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
