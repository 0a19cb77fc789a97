import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { lockState, type ReportState, takeNext, writeNext } from './state.ts'
import { addFacts } from './sums.ts'
import { stepsInForce } from './time-steps.ts'

export const addUpJob = 'add_up_reports'

/** Facts, or rows to be forgotten, that take some tenths of a second: for so long nobody is told what is new. */
const atOnce = 10_000

/** Whoever asked for a report just before others took their place still reads them. */
const forgottenAfterMs = 60_000

/** Begins to add up all facts anew, in a zone. Until that is done the sums of before are read, and go on. */
export async function addUpAnew(tx: Tx, time_zone: string): Promise<void> {
  await beginNext(tx.db, time_zone)
  await tx.enqueue(addUpJob, {}, { key: addUpJob })
}

export async function beginNext(db: Db, time_zone: string): Promise<void> {
  const { now, next } = await lockState(db)
  await writeNext(db, { generation: (next ?? now).generation + 1, time_zone, up_to: 0 })
}

/** Job: one step of it, and the next step as another job. */
export async function addUpStep(tx: Tx): Promise<void> {
  const came = await addUpSome(tx.db)
  if (came === 'nothing') return
  const run_at = new Date(tx.now.getTime() + (came === 'taken' ? forgottenAfterMs : 0))
  await tx.enqueue(addUpJob, {}, { key: addUpJob, run_at })
}

/** Adds up the next facts (`taken`: they were the last, and the sums are read from now on), or forgets sums that nobody reads any more. */
export async function addUpSome(db: Db, at_once = atOnce): Promise<'more' | 'taken' | 'nothing'> {
  const state = await lockState(db)
  if (!state.next) return (await forgetSome(db, state)) > 0 ? 'more' : 'nothing'
  const { up_to } = state.next
  const { rows } = await sql<{ last: number | null; count: number }>`
    select max(id) as last, count(*)::int as count
    from (select id from report_facts where id > ${up_to} order by id limit ${at_once}) f`.execute(db)
  const { last, count } = rows[0] ?? { last: null, count: 0 }
  if (last !== null) {
    await addFacts(db, state.next, up_to, Number(last))
    await writeNext(db, { ...state.next, up_to: Number(last) })
  }
  if (count === at_once) return 'more'
  await takeNext(db, stepsInForce)
  return 'taken'
}

async function forgetSome(db: Db, { now }: ReportState): Promise<number> {
  let count = 0
  for (const table of ['report_sums', 'report_times']) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where generation <> ${now.generation} limit ${atOnce}))`.execute(
      db,
    )
    count += Number(numAffectedRows)
  }
  return count
}
