import { sql, type Transaction } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { DB } from '../../../db/schema.ts'
import type { Consumer } from '../../../spine/consumer.ts'
import { buildBodies } from './request-bodies.ts'
import { webhookEventsFrom } from './webhook-events.ts'

/** How long a delivery is tried, in ms. */
export const giveUpAfterMs = 24 * 3_600_000

/** Job that looks for what is due; queued once, however often it is asked for. */
export const dispatchJob = 'deliver_webhooks'

/** Writes down what each active webhook will be sent, as it is now. Costs one small query a batch while there is none. */
export const webhookConsumer = (clock: Clock, root_url: string): Consumer => ({
  name: 'webhooks',
  async handle({ db: trx }, events) {
    // Whoever switches one off or deletes it waits for this batch, and then finds all that was written.
    const webhooks = await trx
      .selectFrom('webhooks')
      .select(['id', 'events', 'created_at'])
      .where('is_active', '=', true)
      .orderBy('id')
      .forKeyShare()
      .execute()
    if (webhooks.length === 0) return
    const wanted = new Set(webhooks.flatMap((webhook) => webhook.events))
    const facts = events.flatMap(webhookEventsFrom).filter(({ event }) => wanted.has(event))
    if (facts.length === 0) return
    const bodies = await buildBodies(trx, facts, root_url)
    const rows = webhooks.flatMap((webhook) =>
      facts.flatMap((fact, n) => {
        const body = bodies[n]
        const isOlder = fact.from.at < webhook.created_at
        if (!body || isOlder || !webhook.events.includes(fact.event)) return []
        const { conversation_id, event, message_id, from } = fact
        return [{ webhook_id: webhook.id, conversation_id, event, event_id: from.id, message_id, body }]
      }),
    )
    await insertDeliveries(trx, rows, clock.now())
  },
})

type Row = {
  webhook_id: number
  conversation_id: number
  event: string
  event_id: number
  message_id: number
  body: string
}

/** A statement takes 65,535 values. */
const batchSize = 1000

async function insertDeliveries(trx: Transaction<DB>, rows: Row[], now: Date): Promise<void> {
  const give_up_at = new Date(now.getTime() + giveUpAfterMs)
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    // The line first: whoever finishes with it waits for us, and then sees what has come.
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
      // A line that waits for its next try goes on waiting.
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

/** After the commit some node looks for what is due. */
export const enqueueDispatch = (trx: Transaction<DB>, now: Date) =>
  sql`select graphile_worker.add_job(${dispatchJob}, '{}'::json, run_at := ${now}::timestamptz, job_key := ${dispatchJob}, max_attempts := 3)`.execute(
    trx,
  )
