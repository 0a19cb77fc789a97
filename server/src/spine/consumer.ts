import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { DB } from '../db/schema.ts'
import type { Log } from '../log.ts'
import { type Event, endOfEvents, positionOf, readEvents } from './read.ts'
import type { Wake } from './wake.ts'

/**
 * Something that follows from facts: it reads the spine in batches with a durable place. Its effects commit together with the place,
 * so that a crash repeats nothing and loses nothing.
 */
export type Consumer = {
  name: string
  handle(tx: Transaction<DB>, events: Event[]): Promise<void>
}

const batchSize = 500

/** Handles one batch, when no other node is at it; answers how many events it handled. */
export async function consumeOnce(db: Db, consumer: Consumer, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(hashtext(${`consumer:${consumer.name}`})) as mine`.execute(trx)
    if (!rows[0]?.mine) return 0
    const place = await trx
      .selectFrom('event_consumers')
      .selectAll()
      .where('name', '=', consumer.name)
      .executeTakeFirst()
    // A new consumer begins with what happens from now on.
    const after = place ? { xid: String(place.xid), id: place.id } : await endOfEvents(trx)
    const events = await readEvents(trx, after, batchSize)
    const last = events.at(-1)
    if (place && !last) return 0
    if (last) await consumer.handle(trx, events)
    const { xid, id } = last ? positionOf(last) : after
    await trx
      .insertInto('event_consumers')
      .values({ name: consumer.name, xid, id, updated_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ xid, id, updated_at: now }))
      .execute()
    return events.length
  })
}

/** Keeps a consumer going until stopped. A batch that fails is tried again at the next look. */
export function runConsumer(
  db: Db,
  wake: Wake,
  log: Log,
  now: () => Date,
  consumer: Consumer,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let again = false
  const run = async () => {
    do {
      again = false
      try {
        while ((await consumeOnce(db, consumer, now())) === batchSize);
      } catch (error) {
        log.error({ consumer: consumer.name, reason: (error as Error).message }, 'a batch of events failed')
      }
    } while (again)
    running = undefined
  }
  const stop = wake.listen(() => {
    again = true
    running ??= run()
  })
  return async () => {
    stop()
    await running
  }
}
