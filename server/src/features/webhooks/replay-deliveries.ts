import { webhookReplayRefusal } from '@parley/contract/webhooks/webhooks'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { dispatchJob } from './delivery/enqueue-deliveries.ts'
import { type WebhookRow, webhookEntity } from './webhooks.ts'

/**
 * Makes one more attempt now, under the same webhook-id. A settled delivery gets only that one, so that a receiver that never
 * accepts it does not block later ones. A waiting delivery keeps its time limit, and everything before it in its conversation is
 * also attempted now.
 */
export async function replayDelivery(tx: Tx, webhook_id: number, id: number): Promise<void> {
  await lockActive(tx, webhook_id)
  const delivery = await tx.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'state', 'event', 'conversation_id'])
    .where('webhook_id', '=', webhook_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!delivery) throw notFound('Delivery')
  await markWaiting(tx, sql`id = ${id} and state <> 'waiting'`)
  await makeQueuesDue(tx, sql`d.id = ${id}`)
  await webhookEntity.record(tx, 'replayed', webhook_id, { data: { delivery_id: id, count: 1 } })
}

/** Returns the number of deliveries. */
export async function replayAll(
  tx: Tx,
  webhook_id: number,
  state: 'failed' | 'skipped',
): Promise<{ count: number }> {
  await lockActive(tx, webhook_id)
  const matching = sql`webhook_id = ${webhook_id} and state = ${state}`
  const count = await markWaiting(tx, matching)
  if (count === 0) return { count }
  await makeQueuesDue(
    tx,
    sql`d.webhook_id = ${webhook_id} and d.state = 'waiting' and d.give_up_at = ${tx.now}`,
  )
  await webhookEntity.record(tx, 'replayed', webhook_id, { data: { state, count } })
  return { count }
}

async function lockActive(tx: Tx, id: number): Promise<WebhookRow> {
  const webhook = await webhookEntity.lock(tx, id)
  const reason = webhookReplayRefusal(webhook)
  if (reason) throw conflict(reason)
  return webhook
}

async function markWaiting(tx: Tx, filter: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = 'waiting', settled_at = null, give_up_at = ${tx.now} where ${filter}`.execute(
    tx.db,
  )
  return Number(numAffectedRows ?? 0n)
}

async function makeQueuesDue(tx: Tx, filter: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into webhook_lines as l (webhook_id, conversation_id, due_at)
    select distinct d.webhook_id, d.conversation_id, ${tx.now}::timestamptz from webhook_deliveries d where ${filter}
    on conflict (webhook_id, conversation_id) do update set due_at = least(l.due_at, excluded.due_at)`.execute(
    tx.db,
  )
  await tx.enqueue(dispatchJob, {}, { key: dispatchJob })
}
