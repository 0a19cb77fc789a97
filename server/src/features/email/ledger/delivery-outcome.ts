import type { Selectable, UpdateObject } from 'kysely'
import { deliveryColumns } from '../../../db/columns.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { countOutcome } from '../../../telemetry/outcome.ts'

export type DeliveryRow = Selectable<DB['mail_deliveries']>

/** Locks the delivery if it is still unprocessed. A job that runs twice gets null the second time. */
export async function lockUnprocessed(tx: Tx, id: number): Promise<DeliveryRow | null> {
  const row = await tx.db
    .selectFrom('mail_deliveries')
    .select(deliveryColumns)
    .where('id', '=', id)
    .where('state', '=', 'received')
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row ?? null
}

export type DeliveryOutcome = {
  state: 'threaded' | 'quarantined' | 'ignored' | 'erased'
} & UpdateObject<DB, 'mail_deliveries'>

/** Sets the outcome of a delivery. Each processing run does this exactly once. */
export async function setDeliveryOutcome(tx: Tx, id: number, outcome: DeliveryOutcome): Promise<void> {
  const delivery = await tx.db
    .updateTable('mail_deliveries')
    .set({ reason: null, ...outcome, updated_at: tx.now })
    .where('id', '=', id)
    .returning('source')
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (delivery)
    tx.afterCommit(() =>
      countOutcome({ kind: 'mail_processed', source: delivery.source, result: outcome.state }),
    )
}

export const quarantined = (reason: string): DeliveryOutcome => ({
  state: 'quarantined',
  reason: reason.slice(0, 1000),
})

export const quarantineDelivery = (tx: Tx, id: number, reason: string): Promise<void> =>
  setDeliveryOutcome(tx, id, quarantined(reason))
