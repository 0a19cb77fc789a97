import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { maxGaugeCount, readGauges } from '../db/read-gauges.ts'
import type { GaugeSource } from '../metrics/gauge-sources.ts'
import { availablePriorities } from './available-priorities.ts'

type Row = { task: string; due: number; oldest: Date }

/** Jobs that are due and not running. Timers of the future aren't counted: there are as many as conversations. */
export const queueGauges = (db: Db, clock: Clock): GaugeSource => ({
  name: 'job_queue',
  scope: 'workspace',
  gauges: {
    parley_job_queue_due: {
      help: `Jobs that are due and wait for a worker, by task; at most ${maxGaugeCount} of each priority are counted`,
      labels: ['task'],
    },
    parley_job_queue_oldest_due_age_seconds: {
      help: 'How long the job of a task that is due longest has been due',
      labels: ['task'],
    },
  },
  async read() {
    const now = clock.now()
    const rows = await readGauges(db, (trx) => listDueJobs(trx, now))
    return {
      parley_job_queue_due: rows.map(({ task, due }) => ({ labels: { task }, value: due })),
      parley_job_queue_oldest_due_age_seconds: rows.map(({ task, oldest }) => ({
        labels: { task },
        value: Math.max(0, now.getTime() - oldest.getTime()) / 1000,
      })),
    }
  },
})

async function listDueJobs(db: Db, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with recursive ${sql.raw(availablePriorities)}
    select t.identifier as task, count(*) as due, min(due.run_at) as oldest
    from priorities p
    cross join lateral (
      select j.task_id, j.run_at from graphile_worker._private_jobs j
      where j.is_available and j.priority = p.priority and j.run_at <= ${now}
      order by j.run_at limit ${sql.lit(maxGaugeCount)}
    ) due
    join graphile_worker._private_tasks t on t.id = due.task_id
    group by t.identifier`.execute(db)
  return rows
}
