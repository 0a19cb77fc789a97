import type { Db } from '../db/pool.ts'

/**
 * A change of existing rows that takes long, so that it can't be part of a migration. A migration queues it with
 * `insert into backfills (name) select '…' where exists (…)`: a new workspace has nothing to do. A later migration can require that
 * it has finished (`-- requires-backfill: NAME`), which is why the code stays as long as such a workspace may be upgraded.
 */
export type Backfill = {
  /** Never changes, and is never used again. */
  name: string
  /** About how many rows it will handle. */
  estimate(db: Db): Promise<number>
  /**
   * Handles the next rows, about as many as `limit`, in the transaction that saves the cursor: each row exactly once. It must not use
   * what migrations after the one that queued it have created. `done` is the number of rows handled; a cursor of null means that
   * none are left.
   */
  handleBatch(trx: Db, cursor: string | null, limit: number): Promise<{ cursor: string | null; done: number }>
}
