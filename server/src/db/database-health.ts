import type pg from 'pg'
import { degraded, down, ok, type Part } from '../readiness.ts'
import { transientKind } from '../transient-error.ts'
import type { ServerStatus } from './embedded/supervisor.ts'

const diskFullMemoryMs = 60_000

/** Health of the database. Callers report errors to `noteError`, because a full disk only shows on writes. */
export function databaseHealth(
  pool: pg.Pool,
  embedded: { status(): ServerStatus } | null,
): Part & { essential: true; noteError(error: unknown): void } {
  let fullAt: number | undefined
  return {
    name: 'database',
    essential: true,
    noteError(error) {
      if ((error as { code?: string }).code === '53100') fullAt = Date.now()
    },
    async check() {
      const server = embedded?.status()
      if (server && !server.running) return down('PostgreSQL ended unexpectedly and is restarting')
      const problem = await findProblem(pool)
      if (problem) return problem
      if (fullAt !== undefined && Date.now() - fullAt < diskFullMemoryMs)
        return degraded('The database has run out of disk space')
      if (server && server.restarts > 0 && Date.now() - server.since.getTime() < diskFullMemoryMs)
        return ok('PostgreSQL was restarted after it ended unexpectedly')
      return ok('The database is responding')
    },
  }
}

async function findProblem(pool: pg.Pool) {
  try {
    const { rows } = await pool.query<{ read_only: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as read_only`,
    )
    return rows[0]?.read_only ? degraded('The database is read-only, so nothing can be saved') : null
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code === '53300') return down('The database has no connections left')
    return down(
      transientKind(error) ? 'The database isn’t responding' : `The database returned an error: ${message}`,
    )
  }
}
