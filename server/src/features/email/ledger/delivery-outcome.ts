import type { Selectable, UpdateObject } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'

export type DeliveryRow = Selectable<DB['mail_deliveries']>

/** Locks the delivery if it is still unprocessed. A job that runs twice gets null the second time. */
export async function lockUnprocessed(tx: Tx, id: number): Promise<DeliveryRow | null> {
  const row = await tx.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'received')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Sets the outcome of a delivery. Each processing run does this exactly once. */
export async function setDeliveryOutcome(
  tx: Tx,
  id: number,
  outcome: { state: 'threaded' | 'quarantined' | 'ignored' | 'erased' } & UpdateObject<DB, 'mail_deliveries'>,
): Promise<void> {
  await tx.db
    .updateTable('mail_deliveries')
    .set({ reason: null, ...outcome, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}

export const quarantineDelivery = (tx: Tx, id: number, reason: string): Promise<void> =>
  setDeliveryOutcome(tx, id, { state: 'quarantined', reason: reason.slice(0, 1000) })
