import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { type TransientKind, transientKind } from '../transient-error.ts'
import { environmentErrorPrefix } from './environment-error-prefix.ts'
import { type OrphanedJobSweeper, releaseJobsOf, sweepOrphanedJobs } from './orphaned-jobs.ts'

/** A job by name. It calls the verb that a person would have called; throwing means "again later", with growing pauses. */
export type Jobs = Record<string, (payload: Record<string, unknown>) => Promise<void>>

/** One graphile-worker pool, which ends for good when it can't write down what became of a job. */
type WorkerPool = { runner: Runner; sweeper: OrphanedJobSweeper; drained: Promise<void> }

const restartDelayMs = 1000
/** What a pool that has shut down still needs to write down what became of its last jobs. */
const finalWritesMs = 2_000
/** Failures that say nothing about the job. It is retried at this pace instead of ever more seldom, and never given up. */
const environmentKinds: ReadonlySet<TransientKind | null> = new Set([
  'database',
  'read_only',
  'disk_full',
  'resources',
  'storage',
])

/**
 * Runs queued jobs: timers at an instant, and talk with the outside. A pool that ends by itself, as it does when the database goes away in the
 * middle of a job, is replaced at once; what it still held is given back when its last job has ended.
 */
export async function startQueue(
  pool: pg.Pool,
  jobs: Jobs,
  log: Log,
  concurrency = 6,
): Promise<{ stop(): Promise<void> }> {
  const pools = new Set<WorkerPool>()
  const stopping = new AbortController()
  let replacing: Promise<void> | undefined

  const openPool = async () => {
    const events: WorkerEvents = new EventEmitter()
    const runningJobs = new RunningJobs()
    let id = ''
    let sweeper: OrphanedJobSweeper | undefined
    events.once('pool:create', ({ workerPool }) => {
      id = workerPool.id
      sweeper = sweepOrphanedJobs(pool, id, log, runningJobs.ids)
    })
    const runner = await run({
      pgPool: pool,
      events,
      taskList: toTaskList(jobs, runningJobs, log),
      concurrency,
      pollInterval: 1000,
      noHandleSignals: true,
      // Timers follow the injected clock, not the database's. Without batching, an outcome that can't be written is an unhandled rejection.
      preset: { worker: { useNodeTime: true, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: quietLogger(log),
    })
    let isReplaced = false
    const replaceOnce = () => {
      if (!isReplaced) replace()
      isReplaced = true
    }
    // It takes no more jobs from here on; those under way may last.
    events.once('pool:gracefulShutdown', replaceOnce)
    const ended = runner.promise.catch((error: Error) =>
      log.warn({ reason: error.message }, 'a pool of the job queue ended badly'),
    )
    const drained = Promise.race([ended, waitForShutdown(events).then(() => wait(finalWritesMs))])
      .then(() => runningJobs.idle())
      .then(async () => {
        await sweeper?.stop()
        pools.delete(current)
        replaceOnce()
        if (!stopping.signal.aborted) await retryUntilStopped(() => releaseJobsOf(pool, id))
      })
    const current: WorkerPool = { runner, sweeper: sweeper as OrphanedJobSweeper, drained } // 'pool:create' came while run() lasted
    pools.add(current)
  }
  const replace = () => {
    if (stopping.signal.aborted) return
    log.warn({}, 'the job queue lost its database and is opened again')
    replacing ??= retryUntilStopped(openPool).finally(() => {
      replacing = undefined
    })
  }
  const retryUntilStopped = async (work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      const isDone = await work().then(
        () => true,
        (error: Error) => {
          log.warn({ reason: error.message }, 'the job queue cannot start and tries again')
          return false
        },
      )
      if (isDone) return
      await wait(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  await openPool()
  return {
    async stop() {
      stopping.abort()
      await replacing
      const open = [...pools]
      // One that is ending already refuses; it is waited for all the same.
      await Promise.all(open.map(({ runner }) => runner.stop().catch(() => {})))
      await Promise.all(open.map(({ drained }) => drained))
    },
  }
}

/**
 * When a pool's workers have ended. graphile-worker's own promise (0.18) stays pending for good once several batches of outcomes could not
 * be written: only the first counts up what each of them counts down.
 */
const waitForShutdown = (events: WorkerEvents): Promise<unknown> =>
  Promise.race([
    once(events, 'pool:gracefulShutdown:complete'),
    once(events, 'pool:forcefulShutdown:complete'),
  ])

/** The jobs that one pool runs, by id. */
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
  /** Resolves when none runs. */
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
      async (payload: unknown, helpers: { job: { id: string | number } }) => {
        // The driver hands out numbers, whatever graphile-worker's types say (db/pool.ts).
        const id = String(helpers.job.id)
        runningJobs.add(id)
        try {
          await job(payload as Record<string, unknown>) // enqueue() wrote an object
        } catch (error) {
          const { message } = error as Error
          log.warn({ job: name, reason: message }, 'a job failed and will be tried again')
          if (!environmentKinds.has(transientKind(error))) throw error
          throw new Error(`${environmentErrorPrefix}${message}`, { cause: error })
        } finally {
          runningJobs.delete(id)
        }
      },
    ]),
  )
}

const quietLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ reason: message }, 'the job queue reports')
  })
