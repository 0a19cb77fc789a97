import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { Backfill } from './backfill.ts'
import { backfills as allBackfills } from './registry.ts'

type Options = {
  /** Returns after this time, or when nothing is left. */
  ms: number
  backfills?: readonly Backfill[]
  /** Rows of the first batch. Further ones are adjusted so that each takes about a tenth of a second. */
  first_batch?: number
  /** Whether to pause after each batch for as long as it took, so that others have at least half of the database's time. */
  yields?: boolean
}

const targetMs = 100
const maxBatch = 2_000
const maxPauseMs = 1_000

/**
 * Continues unfinished backfills, one after the other. Several nodes may call it at the same time, and any of them may be killed: rows are
 * handled in the transaction that saves the cursor and holds its row. A batch that fails is reported and thrown, and tried again by the next
 * call.
 */
export async function runBackfills(
  { db, clock }: { db: Db; clock: Clock },
  { ms, backfills = allBackfills, first_batch = 100, yields = true }: Options,
): Promise<'done' | 'more'> {
  const deadline = performance.now() + ms
  let limit = first_batch
  for (const backfill of backfills) {
    while (await isUnfinished(db, backfill.name)) {
      const startedAt = performance.now()
      await runBatch({ db, clock }, backfill, limit)
      const duration = performance.now() - startedAt
      limit = nextLimit(limit, duration)
      if (performance.now() > deadline) return 'more'
      if (yields) await wait(Math.min(duration, maxPauseMs))
    }
  }
  return 'done'
}

const nextLimit = (limit: number, duration_ms: number): number =>
  Math.max(1, Math.min(maxBatch, Math.round(limit * Math.min(2, Math.max(0.5, targetMs / duration_ms)))))

async function isUnfinished(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('backfills')
    .select('name')
    .where('name', '=', name)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function runBatch(
  { db, clock }: { db: Db; clock: Clock },
  backfill: Backfill,
  limit: number,
): Promise<void> {
  const { name } = backfill
  try {
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('backfills')
        .select(['cursor', 'started_at'])
        .where('name', '=', name)
        .where('finished_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      // Another node has finished it.
      if (!row) return
      const now = clock.now()
      const start = row.started_at ? {} : { started_at: now, estimate: await backfill.estimate(trx) }
      const { cursor, done } = await backfill.handleBatch(trx, row.cursor, limit)
      await trx
        .updateTable('backfills')
        .set({
          ...start,
          ...{ cursor, done: sql`done + ${done}`, failure: null },
          ...(cursor === null && { finished_at: now }),
        })
        .where('name', '=', name)
        .execute()
    })
  } catch (error) {
    const failure = (error as Error).message
    await db.updateTable('backfills').set({ failure }).where('name', '=', name).execute()
    throw error
  }
}
