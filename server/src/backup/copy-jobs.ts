import type pg from 'pg'
import { z } from 'zod'

const Job = z.object({
  task: z.string(),
  payload: z.unknown(),
  run_at: z.string(),
  key: z.string().nullable(),
  priority: z.number(),
  attempts: z.number(),
  max_attempts: z.number(),
  last_error: z.string().nullable(),
})

const partRows = 10_000

/**
 * Queued jobs as JSON lines, through the queue's own functions and not as tables, which are private to its version. A running one is
 * queued again.
 */
export async function* readJobs(client: pg.ClientBase): AsyncGenerator<{ lines: Buffer; count: number }> {
  for (let last = '0'; ; ) {
    const { rows } = await client.query<{ id: string; job: z.infer<typeof Job> }>(
      `select j.id::text, jsonb_build_object('task', t.identifier, 'payload', j.payload, 'run_at', j.run_at, 'key', j.key,
         'priority', j.priority, 'attempts', j.attempts, 'max_attempts', j.max_attempts, 'last_error', j.last_error) as job
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.id > $1::bigint order by j.id limit $2`,
      [last, partRows],
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
    yield {
      lines: Buffer.from(rows.map(({ job }) => `${JSON.stringify(job)}\n`).join('')),
      count: rows.length,
    }
  }
}

export async function loadJobs(client: pg.ClientBase, lines: Buffer): Promise<void> {
  const jobs = lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Job.parse(JSON.parse(line)))
  for (const job of jobs) {
    const { rows } = await client.query<{ id: string }>(
      `select (graphile_worker.add_job($1, $2::json, run_at := $3::timestamptz, job_key := $4::text, max_attempts := $5::int, priority := $6::int)).id::text`,
      [job.task, JSON.stringify(job.payload), job.run_at, job.key, job.max_attempts, job.priority],
    )
    if (job.attempts > 0)
      await client.query(
        'update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1::bigint',
        [
          rows[0]?.id,
          // One that was running may run again.
          Math.min(job.attempts, job.max_attempts - 1),
          job.last_error,
        ],
      )
  }
}
