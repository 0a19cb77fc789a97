import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import type { LostJobs } from './lost-jobs.ts'

/** A job by name. It calls the verb that a person would have called; throwing means "again later", with growing pauses. */
export type Jobs = Record<string, (payload: Record<string, unknown>) => Promise<void>>

/** Runs queued jobs: timers at an instant, and talk with the outside. */
export async function startQueue(
  pool: pg.Pool,
  jobs: Jobs,
  log: Log,
  lost: Pick<LostJobs, 'vouch'>,
  concurrency = 6,
): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload: unknown) => {
        try {
          await job(payload as Record<string, unknown>) // enqueue() wrote an object
        } catch (error) {
          log.warn({ job: name, reason: (error as Error).message }, 'a job failed and will be tried again')
          throw error
        }
      },
    ]),
  )
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker }) => lost.vouch(worker.workerId))
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList,
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    // Timers follow the injected clock, not the database's.
    preset: { worker: { useNodeTime: true } },
    logger: quietLogger(log),
  })
  return { stop: () => runner.stop() }
}

const quietLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ reason: message }, 'the job queue reports')
  })
