import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Act, Tx } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { addLogFields, observe, withLogFields } from '../telemetry/operation.ts'
import type { EventNotifier } from './event-notifier.ts'
import {
  type Event,
  getEndPosition,
  type Position,
  positionOf,
  readEvents,
  readEventsOf,
} from './read-events.ts'

/**
 * Reacts to events: reads the spine in batches with a durable position. Its effects commit together with the position, so a crash neither
 * repeats nor loses anything. It acts as the system; changes it makes name the event that caused them (`causedBy`).
 */
export type Consumer = {
  name: string
  /** `start`: a new consumer reads all past events, batch by batch. By default it starts with new events. */
  from?: 'start'
  handle(tx: Tx, events: Event[]): Promise<void>
}

/** What a consumer needs: transactions, and the actor. */
export type ConsumerDeps = { act: Act; system: Actor }

const batchSize = 500

/** How long a consumer may stay idle within its transaction: a stopped process must not hold up the others. */
const idleTimeout = '8s'

/**
 * Handles one batch, unless another node is already doing so; returns the number of events. The lock ends with the transaction, so a
 * process that lost it can't commit anything.
 */
export const consumeOnce = ({ act, system }: ConsumerDeps, consumer: Consumer): Promise<number> =>
  act(system, async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`${prepared}
      select pg_try_advisory_xact_lock(hashtext(${`consumer:${consumer.name}`})) as mine,
        set_config('idle_in_transaction_session_timeout', ${idleTimeout}, true)`.execute(tx.db)
    if (!rows[0]?.mine) return 0
    const { events, end } = await readBatch(tx, consumer)
    if (events.length > 0) await observeBatch(consumer.name, events, () => consumer.handle(tx, events))
    if (!end) return 0
    const { xid, id } = end
    await tx.db
      .insertInto('event_consumers')
      .values({ name: consumer.name, xid, id, updated_at: tx.now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ xid, id, updated_at: tx.now }))
      .modifyEnd(prepared)
      .execute()
    return events.length
  })

const observeBatch = (consumer: string, events: readonly Event[], work: () => Promise<void>) => {
  addLogFields({ first_event_id: events[0]?.id, last_event_id: events.at(-1)?.id })
  return observe({ kind: 'consumer_batch', consumer, events: events.length }, work)
}

/** The next events, and the position after them; null if that hasn't changed. */
async function readBatch(tx: Tx, consumer: Consumer): Promise<{ events: Event[]; end: Position | null }> {
  const events = await readEventsOf(tx.db, consumer.name, batchSize)
  const last = events.at(-1)
  if (last) return { events, end: positionOf(last) }
  const row = await tx.db
    .selectFrom('event_consumers')
    .select('name')
    .where('name', '=', consumer.name)
    .executeTakeFirst()
  if (row) return { events, end: null }
  // A new consumer.
  const start = await startPosition(tx, consumer)
  const first = await readEvents(tx.db, start, batchSize)
  const lastOfFirst = first.at(-1)
  return { events: first, end: lastOfFirst ? positionOf(lastOfFirst) : start }
}

const startPosition = async (tx: Tx, { from }: Consumer): Promise<Position> =>
  from === 'start' ? { xid: '0', id: 0 } : getEndPosition(tx.db)

/** The same transaction, with this event as the cause of everything it records. */
export const causedBy = (tx: Tx, event: Pick<Event, 'id' | 'depth'>): Tx =>
  tx.withActor({ ...tx.actor, cause: { id: event.id, depth: event.depth } })

/** Minimum time between two batches: events in quick succession are read together, and the position is written once for all of them. */
const minIntervalMs = 250

/** Runs a consumer until stopped. After an idle period it reads immediately. A failed batch is retried on the next notification. */
export function runConsumer(
  deps: ConsumerDeps & { wake: EventNotifier; log: Log },
  consumer: Consumer,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let hasNewEvents = false
  let nextRunAt = performance.now()
  const stopping = new AbortController()
  const run = async () => {
    do {
      await waitFor(nextRunAt - performance.now(), stopping.signal)
      if (stopping.signal.aborted) break
      hasNewEvents = false
      while ((await consumeOrLog(deps, consumer)) === batchSize);
      nextRunAt = performance.now() + minIntervalMs
    } while (hasNewEvents && !stopping.signal.aborted)
    running = undefined
  }
  const stopListening = deps.wake.listen(() => {
    hasNewEvents = true
    running ??= run()
  })
  return async () => {
    stopListening()
    stopping.abort()
    await running
  }
}

/** The number of events; 0 if they failed. */
const consumeOrLog = (deps: ConsumerDeps & { log: Log }, consumer: Consumer): Promise<number> =>
  withLogFields(
    { consumer: consumer.name },
    () =>
      consumeOnce(deps, consumer).catch((error: Error) => {
        deps.log.error({ reason: error.message }, 'a batch of events failed')
        return 0
      }),
    { root: true },
  )

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  ms > 0 ? pause(ms, undefined, { signal }).catch(() => {}) : Promise.resolve()
