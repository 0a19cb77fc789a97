import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'

export type DeliveryQueue = { webhook_id: number; conversation_id: number }

/** Longer than an attempt can take (15 s). After that the claiming node is presumed dead, and another one takes over. */
export const leaseMs = 60_000

/** Claims due queues, longest due first and up to `freeSlots` per webhook; skips those claimed by another node. */
export async function claimQueues(tx: Tx, freeSlots: ReadonlyMap<number, number>): Promise<DeliveryQueue[]> {
  const claimed: DeliveryQueue[] = []
  for (const [webhook_id, free] of freeSlots) {
    const { rows } = await sql<DeliveryQueue>`
      update webhook_lines l set due_at = ${new Date(tx.now.getTime() + leaseMs)}
      from (select webhook_id, conversation_id from webhook_lines where webhook_id = ${webhook_id} and due_at <= ${tx.now}
        order by due_at, conversation_id limit ${free} for update skip locked) due
      where l.webhook_id = due.webhook_id and l.conversation_id = due.conversation_id
      returning l.webhook_id, l.conversation_id`.execute(tx.db)
    claimed.push(...rows)
  }
  return claimed
}

/** Ids of active webhooks with due deliveries. */
export const listDueWebhooks = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('webhooks as w')
      .select('w.id')
      .where('w.is_active', '=', true)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('webhook_lines as l')
            .select(sql`1`.as('one'))
            .whereRef('l.webhook_id', '=', 'w.id')
            .where('l.due_at', '<=', now),
        ),
      )
      .orderBy('w.id')
      .execute()
  ).map(({ id }) => id)

export type NextDelivery = {
  id: number
  uuid: string
  body: string
  attempts: number
  give_up_at: Date
  url: string
  secret: string
}

/** The next delivery of a queue and its destination; null if the queue is empty or the webhook inactive. */
export const findNextDelivery = async (
  db: Db,
  { webhook_id, conversation_id }: DeliveryQueue,
): Promise<NextDelivery | null> =>
  (await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.uuid', 'd.body', 'd.attempts', 'd.give_up_at', 'w.url', 'w.secret'])
    .where('d.webhook_id', '=', webhook_id)
    .where('d.conversation_id', '=', conversation_id)
    .where('d.state', '=', 'waiting')
    .where('w.is_active', '=', true)
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst()) ?? null
