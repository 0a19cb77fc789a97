import { sql } from 'kysely'
import { json } from '../db/json.ts'
import type { Tx } from '../db/transaction.ts'
import { withLogFields } from '../telemetry/operation.ts'
import { isTransient } from '../transient-error.ts'
import { causedBy } from './consumer.ts'
import type { Event } from './read-events.ts'

/**
 * Handles each event of a batch in its own savepoint, with a transaction that names the event as the cause. An event that fails is rolled
 * back and parked with its reason (`parked_work`, kind = the consumer's name); the others are still handled.
 */
export async function handleEachInSavepoint(
  tx: Tx,
  consumer: string,
  events: readonly Event[],
  handle: (tx: Tx, event: Event) => Promise<void>,
): Promise<void> {
  for (const event of events) {
    await sql`savepoint one_event`.execute(tx.db)
    try {
      await withLogFields({ event_id: event.id }, () => handle(causedBy(tx, event), event))
    } catch (error) {
      // Not this event's fault: the whole batch is retried.
      if (isTransient(error)) throw error
      const { message } = error as Error
      await sql`rollback to savepoint one_event`.execute(tx.db)
      await tx.db
        .insertInto('parked_work')
        .values({
          created_at: tx.now,
          kind: consumer,
          reference: json({ event_id: event.id, conversation_id: event.conversation_id }),
          reason: message.slice(0, 1000),
        })
        .execute()
    }
    await sql`release savepoint one_event`.execute(tx.db)
  }
}
