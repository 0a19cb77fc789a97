import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'

export type PeriodicTask = {
  name: string
  every_ms: number
  /** Also when the node starts. */
  at_start?: boolean
  run(): Promise<unknown>
}

/**
 * Housekeeping at intervals. Every worker node looks at the clock; an advisory lock lets one of them do it. A chore that fails is tried at
 * the next turn, so each must be able to find its work afresh.
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
          { chore: task.name, reason: (error as Error).message },
          'a chore failed and will be tried again',
        )
      } finally {
        busy = false
      }
    }
    const startTask = () => {
      const done = runTask().finally(() => running.delete(done))
      running.add(done)
    }
    if (task.at_start) startTask()
    return setInterval(startTask, task.every_ms)
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

// The lock is held by a transaction that does nothing else, so that it ends with the connection.
const runExclusively = (db: Db, task: PeriodicTask) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(hashtext(${`chore:${task.name}`})) as mine`.execute(trx)
    if (rows[0]?.mine) await task.run()
  })
