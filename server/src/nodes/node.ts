import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'
import { type Clock, systemClock } from '../clock.ts'
import { keepAliveOptions } from '../db/keep-alive.ts'
import { migrationFiles } from '../db/migrate.ts'
import { type AppliedMigration, outdatedReason } from '../db/schema-version.ts'
import type { Log } from '../log.ts'
import { keepLeases, type Leases } from './leases.ts'

/** A process that runs on the database, alone or beside others. */
export type Node = {
  readonly id: string
  readonly leases: Leases
  /** The number of nodes that have this role now. */
  count(role: string): Promise<number>
  /** Resolves with the reason when an upgrade made the database incompatible with this program, which then must stop. */
  readonly outdated: Promise<string>
  stop(): Promise<void>
}

type NodeOptions = {
  /** Must not lead through a busy pool: a late renewal loses leases. */
  connectionString: string
  roles: ReadonlySet<string>
  version: string
  /** Keys of stored secrets that it knows. */
  key_ids?: readonly string[]
  log: Pick<Log, 'warn'>
  /** No other process can use the database, so whatever is registered was left by one that has ended. */
  is_only_node?: boolean
  lease_ttl_ms?: number | undefined
  /** Only to be compared with the clock of the database. */
  clock?: Clock
}

const forgetAfter = "interval '1 day'"
/** By then, its last holder knows that an expired lease is lost. */
const forgetLeasesAfter = "interval '1 minute'"

/** Registers the node, and renews its registration and leases until it stops. */
export async function startNode(options: NodeOptions): Promise<Node> {
  const { connectionString, log, clock = systemClock } = options
  const id = randomUUID()
  const files = await migrationFiles()
  const outdated = Promise.withResolvers<string>()
  await registerFirst(id, options)
  const connection = openConnection(connectionString, renewalLimits)
  const leases = keepLeases(connection.query, id, options.lease_ttl_ms)

  let running: Promise<void> | undefined
  const beat = async () => {
    try {
      await leases.renew()
      // Left by killed nodes, or by a release that did not reach the database.
      await connection.query(
        `delete from leases where expires_at < clock_timestamp() - ${forgetLeasesAfter}`,
        [],
      )
      await connection.query(`delete from nodes where seen_at < clock_timestamp() - ${forgetAfter}`, [])
      const [row] = await connection.query(
        'update nodes set seen_at = clock_timestamp(), clock_offset_ms = coalesce($2, clock_offset_ms) where id = $1 returning id',
        [id, await measureClockOffset(connection, clock)],
      )
      if (!row) await register(connection, id, options)
      const reason = outdatedReason(files, await listUnknownMigrations(connection, files), options.version)
      if (reason !== null) outdated.resolve(reason)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'could not renew the registration of this node')
    }
  }
  const timer = setInterval(() => {
    // Doesn't wait for a renewal that hangs.
    leases.dropExpired()
    running ??= beat().finally(() => {
      running = undefined
    })
  }, leases.ttl_ms / 4)
  timer.unref()
  return {
    id,
    leases,
    outdated: outdated.promise,
    async count(role) {
      const [row] = await connection.query<{ count: number }>(
        `select count(*) from nodes where $1 = any(roles) and seen_at > clock_timestamp() - $2 * interval '1 ms'`,
        [role, leases.ttl_ms],
      )
      return row?.count ?? 0
    },
    async stop() {
      clearInterval(timer)
      await running
      // Otherwise others wait until the leases expire.
      await leases.releaseAll().catch(() => {})
      await connection.query('delete from nodes where id = $1', [id]).catch(() => {})
      await connection.close()
    },
  }
}

/** Waits for a slow database, which a renewal must not. */
async function registerFirst(id: string, options: NodeOptions): Promise<void> {
  const connection = openConnection(options.connectionString, { connectionTimeoutMillis: 20_000 })
  try {
    if (options.is_only_node) await connection.query('with l as (delete from leases) delete from nodes', [])
    await register(connection, id, options)
  } finally {
    await connection.close()
  }
}

const register = (connection: Connection, id: string, { roles, version, key_ids = [] }: NodeOptions) =>
  connection.query(
    `insert into nodes (id, host, pid, roles, version, key_ids, started_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp())`,
    [id, hostname(), process.pid, [...roles], version, [...key_ids]],
  )

/** A slower response says too little about the database’s clock. */
const maxRoundTripMs = 1_000

/** How far this clock is ahead of the database’s, in ms, precise to half the round trip. Null if that took too long. */
async function measureClockOffset(connection: Connection, clock: Clock): Promise<number | null> {
  const sentAt = clock.now().getTime()
  const [row] = await connection.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    [],
  )
  const receivedAt = clock.now().getTime()
  if (!row || receivedAt - sentAt > maxRoundTripMs) return null
  return Math.round((sentAt + receivedAt) / 2 - row.ms)
}

const listUnknownMigrations = (connection: Connection, files: string[]) =>
  connection.query<AppliedMigration>(
    'select name, oldest_compatible_schema, applied_by from migrations where name <> all($1::text[])',
    [files],
  )

type Connection = ReturnType<typeof openConnection>

type Limits = Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'>

const renewalLimits: Limits = { connectionTimeoutMillis: 3_000, query_timeout: 3_000 }

/** One connection of its own, replaced when it is lost or doesn’t respond. */
function openConnection(connectionString: string, limits: Limits) {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'parley node',
    max: 1,
    ...keepAliveOptions,
    ...limits,
    idleTimeoutMillis: 0,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    async query<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> {
      const client = await pool.connect()
      try {
        const { rows } = await client.query<T>(text, values)
        client.release()
        return rows
      } catch (error) {
        // After a time-out the connection may still be waiting for the response.
        client.release(true)
        throw error
      }
    },
    close: () => pool.end(),
  }
}
