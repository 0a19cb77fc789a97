import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { bucketsVersion } from './histogram.ts'
import { activateNextGeneration, lockState, type ReportState, saveNextGeneration } from './rollup-state.ts'
import { addFacts } from './rollups.ts'

export const rebuildJob = 'add_up_reports'

/** Facts to add, or rows to delete, per transaction: a few tenths of a second, during which new events are not visible. */
const batchSize = 3_000

/** Reports that started just before the switch still read the old generation. */
const deleteAfterMs = 60_000

/** Starts rebuilding all rollups for a time zone. Until that is done, reports read the current generation, which is kept up to date. */
export async function startRebuild(tx: Tx, time_zone: string): Promise<void> {
  await startNextGeneration(tx.db, time_zone)
  await tx.enqueue(rebuildJob, {}, { key: rebuildJob })
}

export async function startNextGeneration(db: Db, time_zone: string): Promise<void> {
  const { current, next } = await lockState(db)
  await saveNextGeneration(db, { generation: (next ?? current).generation + 1, time_zone, up_to: 0 })
}

/** Job: runs one step and queues the next. */
export async function rebuildStep(tx: Tx): Promise<void> {
  const progress = await rebuildBatch(tx.db)
  if (progress === 'nothing') return
  const run_at = new Date(tx.now.getTime() + (progress === 'taken' ? deleteAfterMs : 0))
  await tx.enqueue(rebuildJob, {}, { key: rebuildJob, run_at })
}

/**
 * Adds the next batch of facts to the new generation (`taken`: that was the last one, and reports now read it), or deletes old generations.
 */
export async function rebuildBatch(db: Db, at_once = batchSize): Promise<'more' | 'taken' | 'nothing'> {
  const state = await lockState(db)
  if (!state.next) return (await deleteOldGenerations(db, state)) > 0 ? 'more' : 'nothing'
  const { up_to } = state.next
  const { rows } = await sql<{ last: number | null; count: number }>`
    select max(id) as last, count(*)::int as count
    from (select id from report_facts where id > ${up_to} order by id limit ${at_once}) f`.execute(db)
  const { last, count } = rows[0] ?? { last: null, count: 0 }
  if (last !== null) {
    await addFacts(db, state.next, up_to, Number(last))
    await saveNextGeneration(db, { ...state.next, up_to: Number(last) })
  }
  if (count === at_once) return 'more'
  await activateNextGeneration(db, bucketsVersion)
  return 'taken'
}

async function deleteOldGenerations(db: Db, { current }: ReportState): Promise<number> {
  let count = 0
  for (const table of ['report_sums', 'report_times']) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where generation <> ${current.generation} limit ${batchSize}))`.execute(
      db,
    )
    count += Number(numAffectedRows)
  }
  return count
}
