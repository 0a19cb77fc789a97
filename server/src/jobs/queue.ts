import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Logger,
  type ParsedCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Leases } from '../nodes/leases.ts'
import { observe } from '../telemetry/operation.ts'
import { type TransientKind, transientKind } from '../transient-error.ts'
import { environmentErrorPrefix } from './environment-error-prefix.ts'
import { type OrphanedJobSweeper, releaseJobsOf, sweepOrphanedJobs } from './orphaned-jobs.ts'

/** Jobs by name. A job calls the same verb that a person would; throwing means "retry later", with back-off. */
export type Jobs = Record<string, (payload: Record<string, unknown>) => Promise<void>>

/** One graphile-worker pool. It ends for good when it cannot store a job's outcome. */
type WorkerPool = { runner: Runner; shutDown: Promise<unknown>; drained: Promise<void> }

const concurrency = 6
const restartDelayMs = 1000
/** Time that a pool needs after shutdown to store the outcomes of its last jobs. */
const finalWritesMs = 2_000
/** Failures unrelated to the job itself. Such jobs are retried at a steady pace instead of ever less often, and never given up. */
const environmentKinds: ReadonlySet<TransientKind | null> = new Set([
  'database',
  'read_only',
  'disk_full',
  'resources',
  'storage',
])

/**
 * Runs queued jobs: timers, and communication with other systems. A pool that ends unexpectedly, such as when the database goes away
 * during a job, is replaced immediately; jobs it still held are released once its last job has ended.
 */
export async function startQueue(
  { pool, leases, log }: { pool: pg.Pool; leases: Leases; log: Log },
  jobs: Jobs,
  cronItems: ParsedCronItem[] = [],
): Promise<{ stop(): Promise<void> }> {
  const pools = new Set<WorkerPool>()
  const stopping = new AbortController()
  let replacing = Promise.resolve()

  const openPool = async () => {
    const events: WorkerEvents = new EventEmitter()
    const runningJobs = new RunningJobs()
    let id = ''
    let sweeper: OrphanedJobSweeper | undefined
    let isReplaced = false
    const replaceOnce = () => {
      if (!isReplaced) replace()
      isReplaced = true
    }
    // From here on it takes no new jobs; running ones may continue.
    events.once('pool:gracefulShutdown', replaceOnce)
    const hasFailed = failsAtFirst(events)
    const shutDown = waitForShutdown(events).then(() => wait(finalWritesMs))
    events.once('pool:create', ({ workerPool }) => {
      id = workerPool.id
      sweeper = sweepOrphanedJobs({ pool, leases, log }, id, runningJobs.ids)
    })
    const runner = await run({
      pgPool: pool,
      events,
      taskList: toTaskList(jobs, runningJobs, log),
      parsedCronItems: cronItems,
      concurrency,
      pollInterval: 1000,
      noHandleSignals: true,
      // Timers follow the injected clock, not the database's. Batching is on (with no delay), because without it an outcome that
      // cannot be stored is an unhandled rejection.
      preset: { worker: { useNodeTime: true, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: quietLogger(log),
    })
    const ended = runner.promise.catch((error: Error) =>
      log.warn({ reason: error.message }, 'a job queue pool ended with an error'),
    )
    const drained = Promise.race([ended, shutDown])
      .then(() => runningJobs.idle())
      .then(async () => {
        // Ends its cron too, if the pool ended without its promise.
        runner.stop().catch(() => {})
        await sweeper?.stop()
        pools.delete(current)
        replaceOnce()
        if (!stopping.signal.aborted) await retryUntilStopped(() => releaseJobsOf(pool, id))
      })
    const current: WorkerPool = { runner, shutDown, drained }
    pools.add(current)
    void hasFailed.then(async () => {
      await wait(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) runner.stop().catch(() => {})
    })
  }
  const replace = () => {
    if (stopping.signal.aborted) return
    log.warn({}, 'the job queue lost its database and is being reopened')
    // After another replacement, not instead of it: each pool is replaced once.
    replacing = replacing.then(() => retryUntilStopped(openPool))
  }
  const retryUntilStopped = (work: () => Promise<unknown>) => retryUntilAborted(work, stopping.signal, log)
  await openPool()
  return {
    async stop() {
      stopping.abort()
      await replacing
      const open = [...pools]
      // A pool that is already ending refuses to stop; wait for it all the same. Cron that waits to retry would delay it by a minute.
      await Promise.all(
        open.map(({ runner, shutDown }) => Promise.race([runner.stop().catch(() => {}), shutDown])),
      )
      await Promise.all(open.map(({ drained }) => drained))
    },
  }
}

async function retryUntilAborted(work: () => Promise<unknown>, signal: AbortSignal, log: Log) {
  while (!signal.aborted) {
    const isDone = await work().then(
      () => true,
      (error: Error) => {
        log.warn({ reason: error.message }, 'the job queue could not start and will retry')
        return false
      },
    )
    if (isDone) return
    await wait(restartDelayMs, undefined, { signal }).catch(() => {})
  }
}

/**
 * Resolves when a pool's workers have ended. graphile-worker's own promise (0.18) stays pending forever once several batches of
 * outcomes could not be stored: only the first increments a counter that each of them decrements.
 */
const waitForShutdown = (events: WorkerEvents): Promise<unknown> =>
  Promise.race([
    once(events, 'pool:gracefulShutdown:complete'),
    once(events, 'pool:forcefulShutdown:complete'),
  ])

/**
 * Resolves when a pool's first look for jobs fails. graphile-worker (0.18) reads its list of tasks once, and keeps the failure if
 * that was refused: such a pool would never find a job, even when the database works again.
 */
const failsAtFirst = (events: WorkerEvents): Promise<unknown> =>
  new Promise((resolve) => {
    let isFirst = true
    events.once('worker:getJob:error', ({ error }) => isFirst && resolve(error))
    for (const name of ['worker:getJob:empty', 'job:start'] as const)
      events.once(name, () => {
        isFirst = false
      })
  })

/** The jobs that one pool is running, by id. */
class RunningJobs {
  readonly ids = new Set<string>()
  #waiting: (() => void)[] = []

  add(id: string): void {
    this.ids.add(id)
  }
  delete(id: string): void {
    this.ids.delete(id)
    if (this.ids.size === 0) for (const resolve of this.#waiting.splice(0)) resolve()
  }
  /** Resolves when no job is running. */
  idle(): Promise<void> {
    return this.ids.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#waiting.push(resolve)
        })
  }
}

function toTaskList(jobs: Jobs, runningJobs: RunningJobs, log: Log): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        // The driver returns numbers, although graphile-worker's types say otherwise (db/pool.ts).
        const id = String(helpers.job.id)
        const fields = payload as Record<string, unknown> // enqueue() wrote an object
        runningJobs.add(id)
        try {
          await observeJob(name, fields, helpers.job, async () => {
            try {
              await job(fields)
            } catch (error) {
              log.warn({ reason: (error as Error).message }, 'a job failed and will be retried')
              throw error
            }
          })
        } catch (error) {
          if (!environmentKinds.has(transientKind(error))) throw error
          throw new Error(`${environmentErrorPrefix}${(error as Error).message}`, { cause: error })
        } finally {
          runningJobs.delete(id)
        }
      },
    ]),
  )
}

type JobHelpers = {
  job: {
    id: string | number
    attempts: number
    max_attempts: number
    created_at: Date | string
    run_at: Date | string
  }
}

/** A job that starts later than this after it was queued is a timer, not a step of what queued it. */
const immediateMs = 60_000

const observeJob = (
  task: string,
  { traceparent }: Record<string, unknown>,
  { id, attempts, max_attempts, created_at, run_at }: JobHelpers['job'],
  work: () => Promise<void>,
): Promise<void> =>
  observe(
    {
      kind: 'job',
      task,
      attempt: attempts,
      max_attempts,
      is_timer: new Date(run_at).getTime() - new Date(created_at).getTime() > immediateMs,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    },
    work,
    { log_fields: { job: task, job_id: String(id) }, root: true },
  )

const quietLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ reason: message }, 'job queue error')
  })
