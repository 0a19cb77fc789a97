import { sql, type Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { insertEvent, insertEvents, type NewEvent } from '../spine/record-event.ts'
import { transientKind } from '../transient-error.ts'
import type { Db } from './pool.ts'
import type { DB } from './schema.ts'

/** A unit of work. Functions that write take a Tx, functions that only read take a Db. */
export type Tx = {
  db: Transaction<DB>
  actor: Actor
  /** The instant of everything in this transaction. */
  now: Date
  /** Writes the fact to the spine; browsers, rules and reports learn of it after commit. */
  record(fact: NewEvent): Promise<void>
  /** The same for many facts in one statement. */
  recordAll(facts: readonly NewEvent[]): Promise<void>
  /** As `record`, for a fact that leads to others: those recorded in the answered transaction name it as their cause. */
  recordAsCause(fact: NewEvent): Promise<Tx>
  /** Queues a job in this transaction. The same key replaces a job that has not begun. Lower priorities go first; 0 is usual. */
  enqueue(
    task: string,
    payload: object,
    options?: { run_at?: Date; key?: string; max_attempts?: number; priority?: number },
  ): Promise<void>
  /** Many jobs of a task in one statement; due now where they do not say otherwise. */
  enqueueAll(task: string, jobs: readonly { payload: object; key: string; run_at?: Date }[]): Promise<void>
  /** Takes back a queued job. */
  dequeue(key: string): Promise<void>
  /** The same transaction in the name of somebody else: mail is read by the system, but written by a contact. */
  withActor(actor: Actor): Tx
}

/** transact() with its database bound; what routes, jobs and readers are handed. */
export type Act = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Runs the work in one transaction and announces it after commit; a deadlock is tried again, three times in all. `onError` is told of every
 * other failure.
 */
export const transactor =
  (db: Db, clock: Clock, announce: () => void, onError: (error: unknown) => void = () => {}): Act =>
  async (actor, work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runTransaction(db, clock, announce, actor, work)
      } catch (error) {
        if (transientKind(error) === 'conflict' && attempt < 3) continue
        onError(error)
        throw error
      }
    }
  }

async function runTransaction<T>(
  db: Db,
  clock: Clock,
  announce: () => void,
  actor: Actor,
  work: (tx: Tx) => Promise<T>,
) {
  let recorded = false
  const result = await db.transaction().execute((trx) => {
    const now = clock.now()
    const txAs = (actor: Actor): Tx => ({
      db: trx,
      actor,
      now,
      withActor: txAs,
      async record(fact) {
        recorded = true
        await insertEvent(trx, actor, now, fact)
      },
      async recordAll(facts) {
        recorded = true
        await insertEvents(trx, actor, now, facts)
      },
      async recordAsCause(fact) {
        recorded = true
        const id = await insertEvent(trx, actor, now, fact)
        return txAs({ ...actor, cause: { id, depth: actor.cause ? actor.cause.depth + 1 : 0 } })
      },
      async enqueue(task, payload, { run_at, key, max_attempts = 25, priority = 0 } = {}) {
        await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
          run_at := ${run_at ?? now}::timestamptz, job_key := ${key ?? null}::text, max_attempts := ${max_attempts}::int, priority := ${priority}::int)`.execute(
          trx,
        )
      },
      async enqueueAll(task, jobs) {
        const payloads = jobs.map(({ payload }) => JSON.stringify(payload))
        const keys = jobs.map(({ key }) => key)
        const times = jobs.map(({ run_at }) => (run_at ?? now).toISOString())
        await sql`select count(graphile_worker.add_job(${task}, job.payload::json,
          run_at := job.run_at, job_key := job.key, max_attempts := 25))
          from unnest(${payloads}::text[], ${keys}::text[], ${times}::timestamptz[]) as job (payload, key, run_at)`.execute(
          trx,
        )
      },
      async dequeue(key) {
        await sql`select graphile_worker.remove_job(${key})`.execute(trx)
      },
    })
    return work(txAs(actor))
  })
  if (recorded) announce()
  return result
}
