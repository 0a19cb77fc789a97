import type pg from 'pg'
import { environmentErrorPrefix } from './environment-error-prefix.ts'

const indexes = {
  parley_running_jobs: '(locked_by, locked_at) where locked_by is not null',
  parley_jobs_failed_by_environment: `(run_at) where locked_at is null and last_error like '${environmentErrorPrefix}%'`,
}

/**
 * Adds our indexes to the table of graphile-worker, after its own migrations. Each open conversation has timers there, so a look at
 * running or failed jobs must not read all of them.
 */
export async function createQueueIndexes(client: pg.ClientBase): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    // `create index if not exists` would wait for running jobs, and let others wait behind it, at every start.
    const { rows } = await client.query<{ index: string | null }>('select to_regclass($1) as index', [
      `graphile_worker.${name}`,
    ])
    if (!rows[0]?.index)
      await client.query(`create index ${name} on graphile_worker._private_jobs ${definition}`)
  }
}
