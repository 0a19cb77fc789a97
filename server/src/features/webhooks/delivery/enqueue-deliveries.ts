import { sql, type Transaction } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { Consumer } from '../../../spine/consumer.ts'
import type { Event } from '../../../spine/read-events.ts'
import { visibilityChangeOf } from '../../../spine/visibility-change.ts'
import { buildBodies } from './request-bodies.ts'
import { type WebhookEventSource, webhookEventsFrom } from './webhook-events.ts'

/** How long a delivery is retried, in ms. */
const giveUpAfterMs = 24 * 3_600_000

/** Job that dispatches due deliveries; queued once, however often it is requested. */
export const dispatchJob = 'deliver_webhooks'

export const webhookConsumerName = 'webhooks'

/**
 * Stores what each active webhook will be sent, as of now. Costs one small query per batch while there are none. Of a conversation in the
 * trash only that it was moved there is delivered, and what is still queued about it is skipped.
 */
export const webhookConsumer = (clock: Clock, root_url: string): Consumer => ({
  name: webhookConsumerName,
  async handle({ db: trx }, events) {
    // Disabling or deleting a webhook waits for this batch, and then sees everything it wrote.
    const webhooks = await trx
      .selectFrom('webhooks')
      .select(['id', 'events', 'created_at'])
      .where('is_active', '=', true)
      .orderBy('id')
      .forKeyShare()
      .execute()
    if (webhooks.length === 0) return
    const trashing = events.filter(isTrashing)
    await skipWaiting(
      trx,
      trashing.flatMap(({ conversation_id }) => conversation_id ?? []),
      clock.now(),
    )
    const subscribed = new Set(webhooks.flatMap((webhook) => webhook.events))
    const sources = await withoutHidden(
      trx,
      events.flatMap(webhookEventsFrom).filter(({ event }) => subscribed.has(event)),
    )
    if (sources.length === 0) return
    await holdConversations(trx, sources)
    const bodies = await buildBodies(trx, sources, root_url)
    const rows = webhooks.flatMap((webhook) =>
      sources.flatMap((webhookEvent, n) => {
        const body = bodies[n]
        const isOlder = webhookEvent.source.at < webhook.created_at
        if (!body || isOlder || !webhook.events.includes(webhookEvent.event)) return []
        const { conversation_id, event, message_id, source } = webhookEvent
        return [{ webhook_id: webhook.id, conversation_id, event, event_id: source.id, message_id, body }]
      }),
    )
    await insertDeliveries(trx, rows, clock.now())
  },
})

const isTrashing = (event: Event) =>
  visibilityChangeOf(event) === 'hidden' && 'trash_reason' in (event.changes as object)

async function withoutHidden(
  trx: Transaction<DB>,
  sources: readonly WebhookEventSource[],
): Promise<WebhookEventSource[]> {
  const rows = await trx
    .selectFrom('conversations as c')
    .innerJoin('conversations as root', (join) =>
      join.on('root.id', '=', sql<number>`coalesce(c.merge_root_id, c.id)`),
    )
    .select('c.id')
    .where('c.id', 'in', [0, ...sources.map(({ conversation_id }) => conversation_id)])
    .where('root.deleted_at', 'is not', null)
    .execute()
  const hidden = new Set(rows.map(({ id }) => id))
  return sources.filter(({ conversation_id, source }) => !hidden.has(conversation_id) || isTrashing(source))
}

/**
 * A permanent deletion waits for this batch, and then deletes what it wrote; of a conversation that is deleted already, the bodies
 * aren't found. Otherwise a deleted message could be delivered afterwards.
 */
async function holdConversations(
  trx: Transaction<DB>,
  sources: readonly WebhookEventSource[],
): Promise<void> {
  await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', 'in', [...new Set(sources.map(({ conversation_id }) => conversation_id))])
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** They stay in the log as skipped. The queue is locked before its deliveries, as when an outcome is stored. */
async function skipWaiting(trx: Transaction<DB>, conversation_ids: number[], now: Date): Promise<void> {
  if (conversation_ids.length === 0) return
  await trx
    .selectFrom('webhook_lines')
    .select('webhook_id')
    .where('conversation_id', 'in', conversation_ids)
    .orderBy('webhook_id')
    .orderBy('conversation_id')
    .forUpdate()
    .execute()
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'skipped', settled_at: now })
    .where('conversation_id', 'in', conversation_ids)
    .where('state', '=', 'waiting')
    .execute()
}

type Row = {
  webhook_id: number
  conversation_id: number
  event: string
  event_id: number
  message_id: number
  body: string
}

/** A statement takes at most 65,535 parameters. */
const batchSize = 1000

async function insertDeliveries(trx: Transaction<DB>, rows: Row[], now: Date): Promise<void> {
  const give_up_at = new Date(now.getTime() + giveUpAfterMs)
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    // The queue first: a dispatcher that closes it waits for us, and then sees the new deliveries.
    const lines = new Map(batch.map((row) => [`${row.webhook_id} ${row.conversation_id}`, row]))
    await trx
      .insertInto('webhook_lines')
      .values(
        [...lines.values()].map(({ webhook_id, conversation_id }) => ({
          webhook_id,
          conversation_id,
          due_at: now,
        })),
      )
      // A queue waiting for a retry keeps its time.
      .onConflict((conflict) =>
        conflict
          .columns(['webhook_id', 'conversation_id'])
          .doUpdateSet({ due_at: sql<Date>`webhook_lines.due_at` }),
      )
      .execute()
    await trx
      .insertInto('webhook_deliveries')
      .values(batch.map((row) => ({ ...row, created_at: now, give_up_at })))
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'event_id', 'event', 'message_id']).doNothing(),
      )
      .execute()
  }
  if (rows.length > 0) await enqueueDispatch(trx, now)
}

/** After commit, some node dispatches what is due. */
const enqueueDispatch = (trx: Transaction<DB>, now: Date) =>
  sql`select graphile_worker.add_job(${dispatchJob}, '{}'::json, run_at := ${now}::timestamptz, job_key := ${dispatchJob}, max_attempts := 3)`.execute(
    trx,
  )
