import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'

export type PeriodicTask = {
  name: string
  every_ms: number
  run(): Promise<unknown>
}

/**
 * Runs housekeeping at intervals of less than a minute; `cron-tasks.ts` has the rest. Every worker node has the timers; an advisory
 * lock lets only one run a task at a time. A failed task is retried at the next interval, so each must be able to start over.
 */
export function startPeriodicTasks(db: Db, log: Log, tasks: PeriodicTask[]): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const timers = tasks.map((task) => {
    let busy = false
    const runTask = async () => {
      if (busy) return
      busy = true
      try {
        await runExclusively(db, task)
      } catch (error) {
        log.warn(
          { task: task.name, reason: (error as Error).message },
          'a periodic task failed and will be retried',
        )
      } finally {
        busy = false
      }
    }
    const startTask = () => {
      const done = runTask().finally(() => running.delete(done))
      running.add(done)
    }
    return setInterval(startTask, task.every_ms)
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

/** The lock belongs to a transaction that does nothing else, so it is released with the connection. */
export const runExclusively = (db: Db, task: Pick<PeriodicTask, 'name' | 'run'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      acquired: boolean
    }>`select pg_try_advisory_xact_lock(hashtext(${`chore:${task.name}`})) as acquired`.execute(trx)
    if (rows[0]?.acquired) await task.run()
  })
