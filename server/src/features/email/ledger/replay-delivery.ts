import { replayRefusal } from '@parley/contract/email/mail-deliveries'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { enqueueProcessing } from './record-delivery.ts'

/** Processes a quarantined or ignored mail again from its bytes, with the current rules. */
export async function replayDelivery(tx: Tx, id: number): Promise<void> {
  const delivery = await tx.db
    .selectFrom('mail_deliveries')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!delivery) throw notFound('Delivery')
  const reason = replayRefusal(delivery)
  if (reason) throw conflict(reason)
  await tx.db
    .updateTable('mail_deliveries')
    .set({ state: 'received', reason: null, duplicate_of_id: null, attempts: 0, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  await enqueueProcessing(tx, id)
  await tx.record({
    type: 'delivery.replayed',
    object: { type: 'delivery', id },
    changes: { state: [delivery.state, 'received'] },
    data: { reason: delivery.reason },
  })
}
