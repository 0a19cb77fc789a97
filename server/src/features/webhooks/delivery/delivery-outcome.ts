import type { WebhookOutcome } from '@parley/contract/webhooks/webhooks'
import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { countOutcome } from '../../../telemetry/outcome.ts'
import { type DeliveryQueue, leaseMs, type NextDelivery } from './claim-queues.ts'

/**
 * Stores the outcome of an attempt. Returns true when the queue's next delivery can go out immediately: this one was delivered or
 * given up. A delivery counts as delivered even if the webhook was switched off in the meantime.
 */
export async function saveOutcome(
  tx: Tx,
  queue: DeliveryQueue,
  delivery: NextDelivery,
  outcome: WebhookOutcome,
): Promise<boolean> {
  // Lock order: the webhook before its queues, as everywhere.
  if (!(await updateHealth(tx, queue.webhook_id, outcome))) return false
  const { ok, status, took_ms, answer, error } = outcome
  const queueRow = await tx.db
    .selectFrom('webhook_lines')
    .select('failures')
    .where('webhook_id', '=', queue.webhook_id)
    .where('conversation_id', '=', queue.conversation_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const deliveryRow = await tx.db
    .selectFrom('webhook_deliveries')
    .select(['state', 'give_up_at'])
    .where('id', '=', delivery.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!deliveryRow) return false
  const isLastAttempt = deliveryRow.state === 'waiting' && tx.now >= deliveryRow.give_up_at
  await tx.db
    .insertInto('webhook_attempts')
    .values({ delivery_id: delivery.id, at: tx.now, took_ms, status, answer, error })
    .execute()
  await tx.db
    .updateTable('webhook_deliveries')
    .set({
      attempts: sql<number>`attempts + 1`,
      ...(ok && { state: 'delivered', settled_at: tx.now }),
      ...(!ok && isLastAttempt && { state: 'failed', settled_at: tx.now }),
    })
    .where('id', '=', delivery.id)
    .execute()
  const result = ok ? 'delivered' : isLastAttempt ? 'failed' : 'retried'
  tx.afterCommit(() => countOutcome({ kind: 'webhook_attempt', result }))
  if (!queueRow) return false
  if (ok) return updateQueue(tx, queue, { failures: 0, due_at: new Date(tx.now.getTime() + leaseMs) })
  const failures = queueRow.failures + 1
  if (isLastAttempt) return updateQueue(tx, queue, { failures, due_at: new Date(tx.now.getTime() + leaseMs) })
  const backoff = backoffAfter(failures)
  // The final attempt is made when the time limit ends, not some hours before.
  const due_at = new Date(Math.min(tx.now.getTime() + backoff, Math.max(+deliveryRow.give_up_at, +tx.now)))
  await updateQueue(tx, queue, { failures, due_at })
  return false
}

async function updateHealth(tx: Tx, id: number, { ok, error }: WebhookOutcome): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('webhooks')
    .set(
      ok
        ? { last_delivered_at: tx.now, failing_since: null, last_failure: null }
        : { failing_since: sql<Date>`coalesce(failing_since, ${tx.now})`, last_failure: error },
    )
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function updateQueue(
  tx: Tx,
  queue: DeliveryQueue,
  columns: { failures: number; due_at: Date },
): Promise<true> {
  await tx.db
    .updateTable('webhook_lines')
    .set(columns)
    .where('webhook_id', '=', queue.webhook_id)
    .where('conversation_id', '=', queue.conversation_id)
    .execute()
  return true
}

/** Deletes an empty queue, checked under its lock, which anyone adding to it takes first. */
export async function closeQueue(tx: Tx, { webhook_id, conversation_id }: DeliveryQueue): Promise<void> {
  const queueRow = await tx.db
    .selectFrom('webhook_lines')
    .select('webhook_id')
    .where('webhook_id', '=', webhook_id)
    .where('conversation_id', '=', conversation_id)
    .forUpdate()
    .executeTakeFirst()
  if (!queueRow) return
  const waiting = await tx.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  const db = tx.db
  if (waiting)
    // Added just now.
    await db
      .updateTable('webhook_lines')
      .set({ due_at: tx.now })
      .where('webhook_id', '=', webhook_id)
      .where('conversation_id', '=', conversation_id)
      .execute()
  else
    await db
      .deleteFrom('webhook_lines')
      .where('webhook_id', '=', webhook_id)
      .where('conversation_id', '=', conversation_id)
      .execute()
}

const seconds = 1000
const backoffs = [5, 15, 60, 180, 600, 1800, 3600, 7200].map((pause) => pause * seconds)

/** Milliseconds until the next attempt, with 20 % jitter so that a recovering server is not flooded; from the ninth on every three hours. */
const backoffAfter = (failures: number): number =>
  Math.round((backoffs[failures - 1] ?? 10_800 * seconds) * (0.8 + 0.4 * Math.random()))
