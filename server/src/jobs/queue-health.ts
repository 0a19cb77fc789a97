import type pg from 'pg'
import { maxGaugeCount } from '../db/read-gauges.ts'
import { degraded, ok, type Part } from '../readiness.ts'
import { availablePriorities } from './available-priorities.ts'

/** A job that waits longer than this has no worker. */
const overdueMs = 60_000

/** Whether jobs are overdue, whichever process runs them. */
export const queueHealth = (pool: pg.Pool): Part => ({
  name: 'job_queue',
  async check() {
    const { rows } = await pool.query<{ count: number; oldest: Date | null }>(
      `with recursive ${availablePriorities}
       select count(*) as count, min(due.run_at) as oldest from priorities p cross join lateral (
         select j.run_at from graphile_worker._private_jobs j
         where j.is_available and j.priority = p.priority and j.run_at < $1 order by j.run_at limit ${maxGaugeCount}
       ) due`,
      [new Date(Date.now() - overdueMs)],
    )
    const { count = 0, oldest = null } = rows[0] ?? {}
    if (count === 0 || !oldest) return ok('Jobs are run on time')
    return degraded(
      `${count < maxGaugeCount ? count : `At least ${maxGaugeCount}`} job${count === 1 ? ' is' : 's are'} overdue, the oldest since ${oldest.toISOString()}`,
    )
  },
})
