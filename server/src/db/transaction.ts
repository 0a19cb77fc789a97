import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { insertEvent, insertEvents, type NewEvent } from '../spine/record-event.ts'
import { addLogFields, currentScope, observe } from '../telemetry/operation.ts'
import { countOutcome } from '../telemetry/outcome.ts'
import type { Db } from './pool.ts'
import { prepared } from './prepared-statements.ts'
import { retryConflicts } from './retry-conflicts.ts'
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
  /**
   * Queues a job in this transaction, due at `run_at`, or now. The same key replaces a job that has not started; one that was already due
   * keeps its place in the queue unless `run_at` is set. Lower priorities run first; the default is 0.
   */
  enqueue(
    task: string,
    payload: object,
    options?: { run_at?: Date; key?: string; max_attempts?: number; priority?: number },
  ): Promise<void>
  /** Queues many jobs of a task in one statement, each with a key of its own; due now unless they set `run_at`. */
  enqueueAll(
    task: string,
    jobs: readonly { payload: object; key: string; run_at?: Date; priority?: number }[],
  ): Promise<void>
  /** Removes a queued job. */
  dequeue(key: string): Promise<void>
  /** Calls back once the transaction has committed, such as to count its result. Not called if it fails. */
  afterCommit(work: () => void): void
  /** The same transaction as another actor: the system processes mail, but a contact wrote it. */
  withActor(actor: Actor): Tx
}

/** Runs work in a transaction as an actor. Passed to routes, jobs and consumers. */
export type Act = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Runs work in a transaction and announces its events after commit. Retries deadlocks. `onError` receives the errors that are
 * thrown.
 */
export const transactor =
  (db: Db, clock: Clock, announce: () => void, onError: (error: unknown) => void = () => {}): Act =>
  async (actor, work) => {
    try {
      const { result, effects } = await retryConflicts(() =>
        observe({ kind: 'transaction' }, () => runTransaction(db, clock, actor, work)),
      )
      applyEffects(effects, announce)
      return result
    } catch (error) {
      onError(error)
      throw error
    }
  }

/** What follows from a transaction once it has committed. */
type CommitEffects = {
  recorded_events: number
  /** Of the first events. */
  event_ids: number[]
  callbacks: (() => void)[]
}

/** Log lines name this many events of a transaction. */
const maxLoggedEvents = 20

function applyEffects({ recorded_events, event_ids, callbacks }: CommitEffects, announce: () => void): void {
  if (recorded_events > 0) {
    announce()
    countOutcome({ kind: 'events_recorded', count: recorded_events })
  }
  if (event_ids.length > 0) addLogFields({ event_ids })
  for (const callback of callbacks) callback()
}

async function runTransaction<T>(db: Db, clock: Clock, actor: Actor, work: (tx: Tx) => Promise<T>) {
  const effects: CommitEffects = { recorded_events: 0, event_ids: [], callbacks: [] }
  const result = await db.transaction().execute((trx) => {
    const now = clock.now()
    const firstEvent: Tx['firstEvent'] = { id: null }
    const insert = async (actor: Actor, event: NewEvent) => {
      const id = await insertEvent(trx, actor, now, event)
      effects.recorded_events++
      if (effects.event_ids.length < maxLoggedEvents) effects.event_ids.push(id)
      if (event.conversation) firstEvent.id ??= id
      return id
    }
    const txAs = (actor: Actor): Tx => ({
      db: trx,
      actor,
      now,
      withActor: txAs,
      firstEvent,
      afterCommit(work) {
        effects.callbacks.push(work)
      },
      async record(event) {
        await insert(actor, event)
      },
      async recordAll(events) {
        await insertEvents(trx, actor, now, events)
        effects.recorded_events += events.length
      },
      async recordAsCause(event) {
        const id = await insert(actor, event)
        return txAs({ ...actor, cause: { id, depth: actor.cause ? actor.cause.depth + 1 : 0 } })
      },
      async enqueue(task, payload, { run_at, key, max_attempts = 25, priority = 0 } = {}) {
        await sql`${prepared}select graphile_worker.add_job(${task}, ${JSON.stringify(withTraceparent(payload))}::json,
          run_at := coalesce(${run_at ?? null}::timestamptz, ${dueTime(now, sql`${key ?? null}::text`)}), job_key := ${key ?? null}::text, max_attempts := ${max_attempts}::int, priority := ${priority}::int)`.execute(
          trx,
        )
      },
      async enqueueAll(task, jobs) {
        const payloads = jobs.map(({ payload }) => JSON.stringify(withTraceparent(payload)))
        const keys = jobs.map(({ key }) => key)
        const times = jobs.map(({ run_at }) => run_at?.toISOString() ?? null)
        const priorities = jobs.map(({ priority }) => priority ?? 0)
        await sql`${prepared}select count(*) from graphile_worker.add_jobs(array(
          select (${task}::text, payload, null, coalesce(run_at, ${dueTime(now, sql`job.key`)}), 25, key, priority, null)::graphile_worker.job_spec
          from unnest(${payloads}::json[], ${keys}::text[], ${times}::timestamptz[], ${priorities}::smallint[])
            as job (payload, key, run_at, priority)))`.execute(trx)
      },
      async dequeue(key) {
        await sql`select graphile_worker.remove_job(${key})`.execute(trx)
      },
    })
    return work(txAs(actor))
  })
  return { result, effects }
}

/**
 * SQL: now, or since when a job with this key has been due, unless it is running or gave up. Otherwise, a job that is queued again before
 * its turn comes would go to the end of the queue each time, and never run while the queue is longer than that takes.
 */
const dueTime = (now: Date, key: RawBuilder<string>) => sql<Date>`least(${now}::timestamptz, (
  select waiting.run_at from graphile_worker._private_jobs waiting where waiting.key = ${key} and waiting.is_available))`

/** With traces on, a job names what queued it. */
function withTraceparent(payload: object): object {
  const traceparent = currentScope()?.trace?.traceparent
  return traceparent ? { ...payload, traceparent } : payload
}
