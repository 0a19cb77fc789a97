import type { Clock } from '../clock.ts'
import { createDb, createPool } from '../db/pool.ts'
import type { Backfill } from './backfill.ts'
import { type BackfillState, readBackfills } from './read-backfills.ts'
import { backfills as allBackfills } from './registry.ts'
import { runBackfills } from './run-backfills.ts'

type Options = {
  clock: Clock
  /** Called now and then. */
  onProgress?: (running: BackfillState) => void
  backfills?: readonly Backfill[]
}

const reportEveryMs = 1_000

/**
 * For `migrate`: returns a function that runs a backfill to its end, with those that come before it, for a migration that can’t wait until
 * the background has done it. It can be interrupted and continued.
 */
export const backfillFinisher =
  (connectionString: string, { clock, onProgress = () => {}, backfills = allBackfills }: Options) =>
  async (name: string): Promise<void> => {
    const index = backfills.findIndex((backfill) => backfill.name === name)
    if (index === -1) throw new Error(`This release has no backfill ${name}`)
    const db = createDb(createPool(connectionString, 1))
    try {
      const options = { ms: reportEveryMs, backfills: backfills.slice(0, index + 1), yields: false }
      while ((await runBackfills({ db, clock }, options)) === 'more')
        for (const state of await readBackfills(db))
          if (state.started_at && !state.finished_at) onProgress(state)
    } finally {
      await db.destroy()
    }
  }
