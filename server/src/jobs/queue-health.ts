import type pg from 'pg'
import { degraded, ok, type Part } from '../readiness.ts'

/** A job that waits longer than this has no worker. */
const overdueMs = 60_000

/** Whether jobs are overdue, whichever process runs them. */
export const queueHealth = (pool: pg.Pool): Part => ({
  name: 'job_queue',
  async check() {
    const { rows } = await pool.query<{ count: number; oldest: Date | null }>(
      `select count(*) as count, min(run_at) as oldest from graphile_worker._private_jobs
       where locked_at is null and attempts < max_attempts and run_at < $1`,
      [new Date(Date.now() - overdueMs)],
    )
    const { count = 0, oldest = null } = rows[0] ?? {}
    if (count === 0 || !oldest) return ok('Jobs are run on time')
    return degraded(
      `${count} job${count === 1 ? ' is' : 's are'} overdue, the oldest since ${oldest.toISOString()}`,
    )
  },
})
