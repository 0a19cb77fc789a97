import type { Db } from '../db/pool.ts'

/** `estimate` is about how many rows there are, known once it has started; `failure` says why the last batch failed. */
export type BackfillState = {
  name: string
  done: number
  estimate: number | null
  started_at: Date | null
  finished_at: Date | null
  failure: string | null
}

/** All that were ever queued in this workspace, unfinished ones first. */
export const readBackfills = (db: Db): Promise<BackfillState[]> =>
  db
    .selectFrom('backfills')
    .select(['name', 'done', 'estimate', 'started_at', 'finished_at', 'failure'])
    .orderBy('finished_at', (order) => order.desc().nullsFirst())
    .orderBy('name')
    .execute()

/** Starts a backfill, or starts it again. */
export async function queueBackfill(db: Db, name: string): Promise<void> {
  const fresh = { cursor: null, done: 0, estimate: null, started_at: null, finished_at: null, failure: null }
  await db
    .insertInto('backfills')
    .values({ name, ...fresh })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(fresh))
    .execute()
}
