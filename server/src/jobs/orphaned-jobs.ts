import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Lease, Leases } from '../nodes/leases.ts'
import { environmentErrorPrefix } from './environment-error-prefix.ts'

const sweepMs = 3_000
/** A new pool needs a moment until it has its lease. */
const graceMs = 5_000
/** Maximum delay before retrying a job that failed because of its environment. */
const maxRetryDelayMs = 15_000

export type OrphanedJobSweeper = {
  /** Resolves when the current sweep is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const leaseName = (pool_id: string) => `job pool ${pool_id}`

/**
 * Releases the jobs of killed processes, for which graphile-worker itself would wait four hours. Each pool holds a lease while it is
 * alive; jobs of a pool without one are released when a process starts and at every sweep.
 */
export function sweepOrphanedJobs(
  { pool, leases, log }: { pool: pg.Pool; leases: Leases; log: Log },
  pool_id: string,
  runningJobs: ReadonlySet<string> = new Set(),
): OrphanedJobSweeper {
  let lease: Lease | null = null
  let stopped = false
  let running: Promise<void> | undefined

  const sweep = async () => {
    try {
      if (!lease || lease.lost.aborted) lease = await leases.acquire(leaseName(pool_id))
      await releaseJobsOfDeadPools(pool, pool_id, log)
      await releaseUnacknowledgedJobs(pool, pool_id, runningJobs, log)
      await rescheduleSoon(pool)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'could not release jobs of ended processes')
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
      // Otherwise it ends by itself, a little later.
      await lease?.release().catch(() => {})
    },
  }
}

async function releaseJobsOfDeadPools(db: pg.Pool, own_id: string, log: Log): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct locked_by as id from graphile_worker._private_jobs
     where locked_by is not null and locked_by <> $1 and locked_at < $2
       and not exists (select from leases where name = $3 || locked_by and expires_at > clock_timestamp())`,
    [own_id, new Date(Date.now() - graceMs), leaseName('')],
  )
  for (const { id } of rows) {
    await releaseJobsOf(db, id)
    log.info({ pool: id }, 'released the jobs of a process that has ended')
  }
}

/** Releases the jobs of a pool that has ended. */
export async function releaseJobsOf(db: pg.Pool, pool_id: string): Promise<void> {
  // Such a job was queued again under its key in the meantime: the queue keeps the old row forever, without key and attempts left.
  await db.query(
    'delete from graphile_worker._private_jobs where locked_by = $1 and key is null and attempts >= max_attempts',
    [pool_id],
  )
  // The pool may not have ended after all, if the database stood still and every lease expired. A job that it still runs may queue itself
  // again under its key, which keeps the row's id, and would then delete that row as done.
  await db.query('update graphile_worker._private_jobs set id = default where locked_by = $1', [pool_id])
  await db.query('select graphile_worker.force_unlock_workers(array[$1])', [pool_id])
}

/**
 * A connection can break after the database assigned a job and before this pool received it, or before the database learned that it
 * was done. No worker runs such a job; running it again is safe, as for every job.
 */
async function releaseUnacknowledgedJobs(
  db: pg.Pool,
  pool_id: string,
  runningJobs: ReadonlySet<string>,
  log: Log,
): Promise<void> {
  const runningBefore = new Set(runningJobs)
  const { rows } = await db.query<{ id: string }>(
    'select id::text from graphile_worker._private_jobs where locked_by = $1 and locked_at < $2',
    [pool_id, new Date(Date.now() - graceMs)],
  )
  const unacknowledged = rows
    .map(({ id }) => id)
    .filter((id) => !runningBefore.has(id) && !runningJobs.has(id))
  if (unacknowledged.length === 0) return
  await db.query(
    'delete from graphile_worker._private_jobs where id = any($1::bigint[]) and key is null and attempts >= max_attempts',
    [unacknowledged],
  )
  await db.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
     where id = any($1::bigint[]) and locked_by = $2`,
    [unacknowledged, pool_id],
  )
  log.info({ jobs: unacknowledged.length }, 'released jobs assigned over a broken connection')
}

/** graphile-worker's own back-off grows to hours. After a long outage nothing should wait that long. */
async function rescheduleSoon(db: pg.Pool): Promise<void> {
  await db.query(
    `update graphile_worker._private_jobs set run_at = $1, attempts = least(attempts, 3)
     where locked_at is null and run_at > $1 and last_error like '${environmentErrorPrefix}%'`,
    [new Date(Date.now() + maxRetryDelayMs)],
  )
}
