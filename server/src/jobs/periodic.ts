import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'

export type Chore = {
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
export function startPeriodic(db: Db, log: Log, chores: Chore[]): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const timers = chores.map((chore) => {
    let busy = false
    const turn = async () => {
      if (busy) return
      busy = true
      try {
        await alone(db, chore)
      } catch (error) {
        log.warn(
          { chore: chore.name, reason: (error as Error).message },
          'a chore failed and will be tried again',
        )
      } finally {
        busy = false
      }
    }
    const begin = () => {
      const done = turn().finally(() => running.delete(done))
      running.add(done)
    }
    if (chore.at_start) begin()
    return setInterval(begin, chore.every_ms)
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

// The lock is held by a transaction that does nothing else, so that it ends with the connection.
const alone = (db: Db, chore: Chore) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(hashtext(${`chore:${chore.name}`})) as mine`.execute(trx)
    if (rows[0]?.mine) await chore.run()
  })
