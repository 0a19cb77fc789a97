import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'

/** How a mail was delivered to us; null where the source has no such information. */
export type Envelope = {
  peer: string | null
  helo: string | null
  from: string | null
  recipients: string[]
}

export type NewDelivery = {
  inbox_id: number
  source: 'imap' | 'smtp' | 'api'
  envelope: Envelope
  /** Hash of the raw mail, which is durable before the row is. */
  raw_hash: Buffer
  raw_size: number
  received_at?: Date
  historical?: boolean
  imap_folder?: string
  imap_uidvalidity?: number
  imap_uid?: number
}

const processDeliveryJobKey = (delivery_id: number) => `read_delivery:${delivery_id}`

/**
 * Inserts a ledger row and the job that processes it. Null if this message of an IMAP folder is already in the
 * ledger. The sender may be told "accepted" once the transaction has committed.
 */
export async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<number | null> {
  const row = await tx.db
    .insertInto('mail_deliveries')
    .values({
      received_at: tx.now,
      ...delivery,
      updated_at: tx.now,
      envelope: json(delivery.envelope),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['inbox_id', 'imap_folder', 'imap_uidvalidity', 'imap_uid'])
        .where('source', '=', 'imap')
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await enqueueProcessing(tx, row.id, delivery.historical)
  return row.id
}

/** Replies and timers run before a flood of mail, and new mail before the first sync of an old mailbox. */
export const enqueueProcessing = (tx: Tx, delivery_id: number, historical = false): Promise<void> =>
  tx.enqueue(
    'read_delivery',
    { id: delivery_id },
    { key: processDeliveryJobKey(delivery_id), priority: historical ? 20 : 10 },
  )
