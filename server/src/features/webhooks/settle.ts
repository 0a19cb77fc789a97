import type { WebhookOutcome } from '@parley/contract/webhooks'
import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import { claimMs, type Head, type Line } from './claim.ts'

/**
 * Writes down what came of a try. True when the next of the line can go at once: this one arrived, or was given up. What arrived has
 * arrived, even when the webhook was switched off meanwhile.
 */
export async function settle(tx: Tx, line: Line, head: Head, outcome: WebhookOutcome): Promise<boolean> {
  // The webhook before its lines, as everywhere.
  if (!(await noteHealth(tx, line.webhook_id, outcome))) return false
  const { ok, status, took_ms, answer, error } = outcome
  const held = await tx.db
    .selectFrom('webhook_lines')
    .select('failures')
    .where('webhook_id', '=', line.webhook_id)
    .where('conversation_id', '=', line.conversation_id)
    .forUpdate()
    .executeTakeFirst()
  const found = await tx.db
    .selectFrom('webhook_deliveries')
    .select(['state', 'give_up_at'])
    .where('id', '=', head.id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return false
  const isLast = found.state === 'waiting' && tx.now >= found.give_up_at
  await tx.db
    .insertInto('webhook_attempts')
    .values({ delivery_id: head.id, at: tx.now, took_ms, status, answer, error })
    .execute()
  await tx.db
    .updateTable('webhook_deliveries')
    .set({
      attempts: sql<number>`attempts + 1`,
      ...(ok && { state: 'delivered', settled_at: tx.now }),
      ...(!ok && isLast && { state: 'failed', settled_at: tx.now }),
    })
    .where('id', '=', head.id)
    .execute()
  if (!held) return false
  if (ok) return goOn(tx, line, { failures: 0, due_at: new Date(tx.now.getTime() + claimMs) })
  const failures = held.failures + 1
  if (isLast) return goOn(tx, line, { failures, due_at: new Date(tx.now.getTime() + claimMs) })
  const pause = pauseAfter(failures)
  // The last try of all is made when the patience ends, not some hours before.
  const due_at = new Date(Math.min(tx.now.getTime() + pause, Math.max(+found.give_up_at, +tx.now)))
  await goOn(tx, line, { failures, due_at })
  return false
}

async function noteHealth(tx: Tx, id: number, { ok, error }: WebhookOutcome): Promise<boolean> {
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

async function goOn(tx: Tx, line: Line, columns: { failures: number; due_at: Date }): Promise<true> {
  await tx.db
    .updateTable('webhook_lines')
    .set(columns)
    .where('webhook_id', '=', line.webhook_id)
    .where('conversation_id', '=', line.conversation_id)
    .execute()
  return true
}

/** Nothing waits in it any more: looked at under the lock of the line, which whoever adds to it takes first. */
export async function closeLine(tx: Tx, { webhook_id, conversation_id }: Line): Promise<void> {
  const held = await tx.db
    .selectFrom('webhook_lines')
    .select('webhook_id')
    .where('webhook_id', '=', webhook_id)
    .where('conversation_id', '=', conversation_id)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return
  const waits = await tx.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook_id)
    .where('conversation_id', '=', conversation_id)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  const one = tx.db
  if (waits)
    // Came in this moment.
    await one
      .updateTable('webhook_lines')
      .set({ due_at: tx.now })
      .where('webhook_id', '=', webhook_id)
      .where('conversation_id', '=', conversation_id)
      .execute()
  else
    await one
      .deleteFrom('webhook_lines')
      .where('webhook_id', '=', webhook_id)
      .where('conversation_id', '=', conversation_id)
      .execute()
}

const seconds = 1000
const pauses = [5, 15, 60, 180, 600, 1800, 3600, 7200].map((pause) => pause * seconds)

/** Milliseconds until the next try, a fifth more or less so that a server that comes back is not stormed; from the ninth on every three hours. */
export const pauseAfter = (failures: number): number =>
  Math.round((pauses[failures - 1] ?? 10_800 * seconds) * (0.8 + 0.4 * Math.random()))
