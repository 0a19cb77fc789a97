import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Act, Tx } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { EventNotifier } from './event-notifier.ts'
import { type Event, getEndPosition, type Position, positionOf, readEvents } from './read-events.ts'

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

/** Handles one batch, unless another node is already doing so; returns the number of events. */
export const consumeOnce = ({ act, system }: ConsumerDeps, consumer: Consumer): Promise<number> =>
  act(system, async (tx) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(hashtext(${`consumer:${consumer.name}`})) as mine`.execute(tx.db)
    if (!rows[0]?.mine) return 0
    const row = await tx.db
      .selectFrom('event_consumers')
      .selectAll()
      .where('name', '=', consumer.name)
      .executeTakeFirst()
    const after = row ? { xid: String(row.xid), id: row.id } : await startPosition(tx, consumer)
    const events = await readEvents(tx.db, after, batchSize)
    const last = events.at(-1)
    if (row && !last) return 0
    if (last) await consumer.handle(tx, events)
    const { xid, id } = last ? positionOf(last) : after
    await tx.db
      .insertInto('event_consumers')
      .values({ name: consumer.name, xid, id, updated_at: tx.now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ xid, id, updated_at: tx.now }))
      .execute()
    return events.length
  })

const startPosition = async (tx: Tx, { from }: Consumer): Promise<Position> =>
  from === 'start' ? { xid: '0', id: 0 } : getEndPosition(tx.db)

/** The same transaction, with this event as the cause of everything it records. */
export const causedBy = (tx: Tx, event: Pick<Event, 'id' | 'depth'>): Tx =>
  tx.withActor({ ...tx.actor, cause: { id: event.id, depth: event.depth } })

/** Minimum time between two batches: events in quick succession are read together, and the position is written once for all of them. */
const minIntervalMs = 100

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
      try {
        while ((await consumeOnce(deps, consumer)) === batchSize);
      } catch (error) {
        deps.log.error(
          { consumer: consumer.name, reason: (error as Error).message },
          'a batch of events failed',
        )
      }
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

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  ms > 0 ? pause(ms, undefined, { signal }).catch(() => {}) : Promise.resolve()
