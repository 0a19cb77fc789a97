import { sql, type Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { insertEvent, insertEvents, type NewEvent } from '../spine/record-event.ts'
import { transientKind } from '../transient-error.ts'
import type { Db } from './pool.ts'
import type { DB } from './schema.ts'

/** A unit of work. Functions that write take a Tx; functions that only read take a Db. */
export type Tx = {
  db: Transaction<DB>
  actor: Actor
  /** The time of everything in this transaction. */
  now: Date
  /** Writes an event to the spine. Browsers, rules and reports see it after commit. */
  record(event: NewEvent): Promise<void>
  /** Records many events in one statement. */
  recordAll(events: readonly NewEvent[]): Promise<void>
  /** Records an event that causes others: events recorded in the returned transaction name it as their cause. */
  recordAsCause(event: NewEvent): Promise<Tx>
  /** The first event about a conversation that this transaction recorded. It identifies the action for undo. */
  firstEvent: { id: number | null }
  /** Queues a job in this transaction. The same key replaces a job that has not started. Lower priorities run first; the default is 0. */
  enqueue(
    task: string,
    payload: object,
    options?: { run_at?: Date; key?: string; max_attempts?: number; priority?: number },
  ): Promise<void>
  /** Queues many jobs of a task in one statement; due now unless they set `run_at`. */
  enqueueAll(task: string, jobs: readonly { payload: object; key: string; run_at?: Date }[]): Promise<void>
  /** Removes a queued job. */
  dequeue(key: string): Promise<void>
  /** The same transaction as another actor: the system processes mail, but a contact wrote it. */
  withActor(actor: Actor): Tx
}

/** Runs work in a transaction as an actor. Passed to routes, jobs and consumers. */
export type Act = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Runs work in a transaction and announces its events after commit. Retries deadlocks, up to three attempts. `onError` receives
 * every other error.
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
    const firstEvent: Tx['firstEvent'] = { id: null }
    const insert = async (actor: Actor, event: NewEvent) => {
      recorded = true
      const id = await insertEvent(trx, actor, now, event)
      if (event.conversation) firstEvent.id ??= id
      return id
    }
    const txAs = (actor: Actor): Tx => ({
      db: trx,
      actor,
      now,
      withActor: txAs,
      firstEvent,
      async record(event) {
        await insert(actor, event)
      },
      async recordAll(events) {
        recorded = true
        await insertEvents(trx, actor, now, events)
      },
      async recordAsCause(event) {
        const id = await insert(actor, event)
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
