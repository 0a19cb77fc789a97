import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import { countOutcome } from '../../../telemetry/outcome.ts'

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

/** Of jobs. */
const newMailPriority = 10
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
        // A literal, because the index covers only these.
        .where('source', '=', sql.lit('imap'))
        .doNothing(),
    )
    .returning('id')
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!row) return null
  await enqueueProcessing(tx, row.id, delivery.historical)
  tx.afterCommit(() => countOutcome({ kind: 'mail_received', source: delivery.source }))
  return row.id
}

/** An email that the receiver has accepted for an inbox. */
export type ReceivedMail = Pick<NewDelivery, 'inbox_id' | 'envelope' | 'raw_hash' | 'raw_size'>

/** Inserts the ledger rows of emails received by SMTP, and their jobs. */
export async function insertReceived(tx: Tx, emails: readonly ReceivedMail[]): Promise<void> {
  const inboxes = emails.map(({ inbox_id }) => inbox_id)
  const envelopes = emails.map(({ envelope }) => JSON.stringify(envelope))
  const hashes = emails.map(({ raw_hash }) => raw_hash)
  const sizes = emails.map(({ raw_size }) => raw_size)
  const { rows } = await sql<{ id: number }>`${prepared}
    insert into mail_deliveries (received_at, updated_at, source, inbox_id, envelope, raw_hash, raw_size)
    select ${tx.now}, ${tx.now}, 'smtp', inbox_id, envelope, raw_hash, raw_size
    from unnest(${inboxes}::bigint[], ${envelopes}::jsonb[], ${hashes}::bytea[], ${sizes}::int[])
      as received (inbox_id, envelope, raw_hash, raw_size)
    returning id`.execute(tx.db)
  await tx.enqueueAll(
    'read_delivery',
    rows.map(({ id }) => ({ payload: { id }, key: processDeliveryJobKey(id), priority: newMailPriority })),
  )
  tx.afterCommit(() => {
    for (const _ of emails) countOutcome({ kind: 'mail_received', source: 'smtp' })
  })
}

/** Replies and timers run before a flood of mail, and new mail before the first sync of an old mailbox. */
export const enqueueProcessing = (tx: Tx, delivery_id: number, historical = false): Promise<void> =>
  tx.enqueue(
    'read_delivery',
    { id: delivery_id },
    { key: processDeliveryJobKey(delivery_id), priority: historical ? 20 : newMailPriority },
  )
