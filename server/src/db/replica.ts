import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'
import type { GaugeSource } from '../metrics/gauge-sources.ts'
import { degraded, ok, type Part } from '../readiness.ts'
import { countOutcome } from '../telemetry/outcome.ts'
import { type TransientKind, transientKind } from '../transient-error.ts'
import { createDb, createPool, type Db } from './pool.ts'
import { noPooler } from './pooler.ts'

/** Reads on the replica are at most this old; beyond it they go to the primary. */
const maxStalenessMs = 5_000
const sampleIntervalMs = 500
const sampleTimeoutMs = 2_000
const poolSize = 8

export type Replica = {
  /**
   * Runs reads on the replica, or on the primary while the replica is too far behind or unreachable. If the replica fails in the middle,
   * they run again on the primary.
   */
  read<T>(primary: Db, work: (db: Db) => Promise<T>): Promise<T>
  part: Part
  pool: pg.Pool
  /** How old its data is at most; infinite while it was never current. */
  stalenessMs(): number
  stop(): Promise<void>
}

type Sample = { at: number; lsn: bigint }

/**
 * Follows a streaming replica. How old its data is follows from the primary's position at known times, measured by this process, so the
 * clocks of the servers don't matter.
 */
export function openReplica(url: string, primary: pg.Pool, log: Log): Replica {
  // Reads through a pooler work either way, and few are prepared.
  const pool = createPool(url, poolSize, { pooler: { ...noPooler, keeps_named_statements: false } })
  const db = createDb(pool)
  let samples: Sample[] = []
  /** The replica has everything that the primary had at this time (ms, monotonic). */
  let isCurrentAsOf = Number.NEGATIVE_INFINITY
  let problem: string | null = 'It hasn’t been checked yet'
  const readPrimary = positionReader(primary, 'pg_current_wal_lsn()')
  const readReplica = positionReader(pool, 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end')

  const sample = async () => {
    const at = performance.now()
    const timeout = wait(sampleTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error('It isn’t responding')
    })
    const [written, replayed] = await Promise.race([Promise.all([readPrimary(), readReplica()]), timeout])
    problem = findMismatch(written, replayed)
    if (problem !== null || written.lsn === null || replayed.lsn === null) {
      isCurrentAsOf = Number.NEGATIVE_INFINITY
      return
    }
    const { lsn: replayedLsn } = replayed
    samples = [...samples.filter((one) => at - one.at < maxStalenessMs * 2), { at, lsn: written.lsn }]
    isCurrentAsOf = Math.max(
      isCurrentAsOf,
      ...samples.filter(({ lsn }) => lsn <= replayedLsn).map((one) => one.at),
    )
  }
  let running: Promise<void> | undefined
  const sampleOnce = () => {
    running ??= sample()
      .catch((error: Error) => {
        problem = error.message
      })
      .finally(() => {
        running = undefined
      })
  }
  sampleOnce()
  const timer = setInterval(sampleOnce, sampleIntervalMs)
  timer.unref()
  const stalenessMs = () => performance.now() - isCurrentAsOf
  const isUsable = () => problem === null && stalenessMs() <= maxStalenessMs

  return {
    read: (primaryDb, work) => readVia(isUsable() ? db : null, primaryDb, work, log),
    part: {
      name: 'database_replica',
      check() {
        if (isUsable()) return ok('Reports and search read from the replica')
        const reason = problem ?? `It is more than ${maxStalenessMs / 1000} seconds behind`
        return degraded(`Reports and search read from the primary instead of the replica. ${reason}`)
      },
    },
    pool,
    stalenessMs,
    async stop() {
      clearInterval(timer)
      await running
      await db.destroy()
    },
  }
}

export const replicaGauges = (replica: Pick<Replica, 'stalenessMs'> | null): GaugeSource => ({
  name: 'database_replica',
  scope: 'node',
  gauges: {
    parley_database_replica_staleness_seconds: {
      help: 'How old the data of the replica is at most; missing without a replica, and while it was never current',
    },
  },
  async read() {
    const seconds = (replica?.stalenessMs() ?? Number.POSITIVE_INFINITY) / 1000
    return {
      parley_database_replica_staleness_seconds: Number.isFinite(seconds) ? [{ value: seconds }] : [],
    }
  },
})

async function readVia<T>(
  replica: Db | null,
  primary: Db,
  work: (db: Db) => Promise<T>,
  log: Log,
): Promise<T> {
  if (!replica) {
    countOutcome({ kind: 'replica_read', result: 'primary' })
    return work(primary)
  }
  try {
    const result = await work(replica)
    countOutcome({ kind: 'replica_read', result: 'replica' })
    return result
  } catch (error) {
    if (!replicaFailures.has(transientKind(error))) throw error
    countOutcome({ kind: 'replica_read', result: 'repeated' })
    log.warn(
      { reason: (error as Error).message },
      'a read failed on the replica and is repeated on the primary',
    )
    return work(primary)
  }
}

/** The connection broke, or replaying the primary's changes needed what the query was reading: a "conflict with recovery". */
const replicaFailures: ReadonlySet<TransientKind | null> = new Set(['database', 'network', 'conflict'])

type Position = {
  /** Null if the server doesn’t have the expected role. */
  lsn: bigint | null
  /** Of the cluster; null if the server doesn’t tell. */
  system_identifier: string | null
  database_oid: number
}

/** Why the second server isn’t a replica of the first one. Positions of different clusters can’t be compared. */
function findMismatch(primary: Position, replica: Position): string | null {
  if (primary.lsn === null || replica.lsn === null)
    return 'DATABASE_REPLICA_URL doesn’t lead to a streaming replica'
  const [ours, theirs] = [primary.system_identifier, replica.system_identifier]
  const isSameCluster = ours === null || theirs === null || ours === theirs
  return isSameCluster && primary.database_oid === replica.database_oid
    ? null
    : 'DATABASE_REPLICA_URL leads to a replica of another database'
}

/** Managed PostgreSQL may not allow or have the function. */
const notAvailable = /^(?:42|0A)/

function positionReader(pool: pg.Pool, position: string): () => Promise<Position> {
  let identifier = '(select system_identifier::text from pg_control_system())'
  const read = async (): Promise<Position> => {
    const { rows } = await pool.query<Omit<Position, 'lsn'> & { lsn: string | null }>(
      `select (${position})::text as lsn, ${identifier} as system_identifier, oid as database_oid
       from pg_database where datname = current_database()`,
    )
    const [row] = rows
    if (!row) throw new Error('It doesn’t list its own database')
    return { ...row, lsn: parseLsn(row.lsn) }
  }
  return () =>
    read().catch((error: Error & { code?: string }) => {
      if (!notAvailable.test(error.code ?? '')) throw error
      // Asking again would fill the log of the server.
      identifier = 'null::text'
      return read()
    })
}

function parseLsn(text: string | null): bigint | null {
  const [high, low] = text?.split('/') ?? []
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
