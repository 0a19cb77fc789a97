import type pg from 'pg'
import type { Log } from '../log.ts'
import { environmentErrorPrefix } from './environment-error-prefix.ts'

const lockClass = 7275543
const sweepMs = 5_000
/** A new pool needs a moment until it holds its lock. */
const graceMs = 5_000
/** Maximum delay before retrying a job that failed because of its environment. */
const maxRetryDelayMs = 15_000

export type OrphanedJobSweeper = {
  /** Resolves when the current sweep is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Releases the jobs of killed processes, for which graphile-worker itself would wait four hours. Each pool holds a session lock on
 * its name while it is alive; jobs of a pool without one are released when a process starts and at every sweep.
 */
export function sweepOrphanedJobs(
  pool: pg.Pool,
  pool_id: string,
  log: Log,
  runningJobs: ReadonlySet<string> = new Set(),
): OrphanedJobSweeper {
  let client: pg.PoolClient | undefined
  let stopped = false
  let running: Promise<void> | undefined

  const dropConnection = (failed: pg.PoolClient) => {
    if (client !== failed) return
    client = undefined
    failed.release(true)
  }
  const connect = async () => {
    if (client) return client
    const next = await pool.connect()
    client = next
    next.once('error', () => dropConnection(next))
    await next.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, pool_id])
    return next
  }
  const sweep = async () => {
    try {
      const connection = await connect()
      await releaseJobsOfDeadPools(connection, pool_id, log)
      await releaseUnacknowledgedJobs(connection, pool_id, runningJobs, log)
      await rescheduleSoon(connection)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'could not release jobs of ended processes')
      if (client) dropConnection(client)
    }
  }
  const sweepOnce = () => {
    if (stopped) return
    running ??= sweep().finally(() => {
      running = undefined
    })
  }
  sweepOnce()
  const timer = setInterval(sweepOnce, sweepMs)
  timer.unref()
  return {
    settled: async () => running,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      if (!client) return
      // Ending the session would release it too, a little later.
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, pool_id]).catch(() => {})
      if (client) dropConnection(client)
    },
  }
}

async function releaseJobsOfDeadPools(client: pg.PoolClient, own_id: string, log: Log): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct locked_by as id from graphile_worker._private_jobs
     where locked_by is not null and locked_by <> $1 and locked_at < $2`,
    [own_id, new Date(Date.now() - graceMs)],
  )
  for (const { id } of rows) {
    const { rows: lockResult } = await client.query<{ dead: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as dead',
      [lockClass, id],
    )
    if (!lockResult[0]?.dead) continue
    await releaseJobsOf(client, id)
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, id])
    log.info({ pool: id }, 'released the jobs of a process that has ended')
  }
}

/** Releases the jobs of a pool that has ended. */
export async function releaseJobsOf(db: pg.Pool | pg.PoolClient, pool_id: string): Promise<void> {
  // Such a job was queued again under its key in the meantime: the queue keeps the old row forever, without key and attempts left.
  await db.query(
    'delete from graphile_worker._private_jobs where locked_by = $1 and key is null and attempts >= max_attempts',
    [pool_id],
  )
  await db.query('select graphile_worker.force_unlock_workers(array[$1])', [pool_id])
}

/**
 * A connection can break after the database assigned a job and before this pool received it, or before the database learned that it
 * was done. No worker runs such a job; running it again is safe, as for every job.
 */
async function releaseUnacknowledgedJobs(
  client: pg.PoolClient,
  pool_id: string,
  runningJobs: ReadonlySet<string>,
  log: Log,
): Promise<void> {
  const runningBefore = new Set(runningJobs)
  const { rows } = await client.query<{ id: string }>(
    'select id::text from graphile_worker._private_jobs where locked_by = $1 and locked_at < $2',
    [pool_id, new Date(Date.now() - graceMs)],
  )
  const unacknowledged = rows
    .map(({ id }) => id)
    .filter((id) => !runningBefore.has(id) && !runningJobs.has(id))
  if (unacknowledged.length === 0) return
  await client.query(
    'delete from graphile_worker._private_jobs where id = any($1::bigint[]) and key is null and attempts >= max_attempts',
    [unacknowledged],
  )
  await client.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
     where id = any($1::bigint[]) and locked_by = $2`,
    [unacknowledged, pool_id],
  )
  log.info({ jobs: unacknowledged.length }, 'released jobs assigned over a broken connection')
}

/** graphile-worker's own back-off grows to hours. After a long outage nothing should wait that long. */
async function rescheduleSoon(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set run_at = $1, attempts = least(attempts, 3)
     where locked_at is null and run_at > $1 and last_error like $2`,
    [new Date(Date.now() + maxRetryDelayMs), `${environmentErrorPrefix}%`],
  )
}
