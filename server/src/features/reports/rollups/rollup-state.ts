import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { RollupGeneration } from './rollups.ts'

/** The current generation of rollups, and the next one while it is being rebuilt. */
export type ReportState = {
  current: RollupGeneration & { steps: number }
  next: Required<RollupGeneration> | null
  /** The time of the last counted event. */
  counted_up_to: Date | null
}

/** Undefined until the consumer has started. */
export async function readState(db: Db): Promise<ReportState | undefined> {
  return parseState(await db.selectFrom('report_state').selectAll().executeTakeFirst())
}

/** The same with a row lock: the consumer and the rebuild job take turns. */
export async function lockState(db: Db): Promise<ReportState> {
  const row = await db.selectFrom('report_state').selectAll().forNoKeyUpdate().executeTakeFirst()
  const state = parseState(row)
  if (!state) throw new Error('No data yet')
  return state
}

type Row = {
  generation: number
  time_zone: string
  steps: number
  counted_up_to: Date | null
  next_generation: number | null
  next_time_zone: string | null
  next_up_to: number | null
}

function parseState(row: Row | undefined): ReportState | undefined {
  if (!row) return
  const { generation, time_zone, steps, counted_up_to, next_generation, next_time_zone, next_up_to } = row
  const isNext = next_generation !== null && next_time_zone !== null && next_up_to !== null
  return {
    current: { generation, time_zone, steps },
    next: isNext
      ? { generation: next_generation, time_zone: next_time_zone, up_to: Number(next_up_to) }
      : null,
    counted_up_to,
  }
}

export const saveNextGeneration = (db: Db, { generation, time_zone, up_to }: Required<RollupGeneration>) =>
  db
    .updateTable('report_state')
    .set({ next_generation: generation, next_time_zone: time_zone, next_up_to: up_to })
    .execute()

/** Reports now read the next generation. */
export const activateNextGeneration = (db: Db, steps: number) =>
  db
    .updateTable('report_state')
    .set({
      generation: sql`next_generation`,
      time_zone: sql`next_time_zone`,
      steps,
      next_generation: null,
      next_time_zone: null,
      next_up_to: null,
    })
    .execute()
