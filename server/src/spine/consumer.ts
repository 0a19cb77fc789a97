import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Act, Tx } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import type { EventNotifier } from './event-notifier.ts'
import { type Event, getEndPosition, type Position, positionOf, readEvents } from './read-events.ts'

/**
 * Something that follows from facts: it reads the spine in batches with a durable place. Its effects commit together with the place,
 * so that a crash repeats nothing and loses nothing. It acts as the System; what it does to a conversation names the event that led to
 * it (`causedBy`).
 */
export type Consumer = {
  name: string
  /** `start`: a new one reads all that ever happened, batch by batch. Otherwise it begins with what happens from now on. */
  from?: 'start'
  handle(tx: Tx, events: Event[]): Promise<void>
}

/** What a reader needs to act: transactions, and in whose name. */
export type ConsumerDeps = { act: Act; system: Actor }

const batchSize = 500

/** Handles one batch, when no other node is at it; answers how many events it handled. */
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

/** The same transaction, in which everything is recorded as following from that event. */
export const causedBy = (tx: Tx, event: Pick<Event, 'id' | 'depth'>): Tx =>
  tx.withActor({ ...tx.actor, cause: { id: event.id, depth: event.depth } })

/** Between two looks: facts that come one after the other are read together, and each reader's place is written as often, not once for each fact. */
const minIntervalMs = 100

/** Keeps a consumer going until stopped; after a while of nothing it reads at once. A batch that fails is tried again at the next look. */
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
