import { eraseRefusal } from '@parley/contract/email/mail-deliveries'
import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import type { Secrets } from '../../../secrets.ts'
import { type DeliveryRow, setDeliveryOutcome } from './delivery-outcome.ts'
import { rawMailSuffix } from './raw-mail.ts'
import type { Envelope } from './record-delivery.ts'
import { insertTombstone } from './tombstones.ts'

const emptyEnvelope: Envelope = { peer: null, helo: null, from: null, recipients: [] }
/** The same bytes may have been stored again within the hour, with their row still pending. */
const graceMs = 3_600_000

/**
 * Erases the content of a delivery. The row stays, so that the ledger still adds up, and a tombstone prevents a
 * re-import from its mailbox.
 */
export async function eraseDelivery(tx: Tx, secrets: Secrets, id: number): Promise<void> {
  const delivery = await tx.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!delivery) throw notFound('Delivery')
  const reason = eraseRefusal(delivery)
  if (reason) throw conflict(reason)
  await eraseContent(tx, secrets, delivery)
  await tx.record({
    type: 'delivery.erased',
    object: { type: 'delivery', id },
    changes: { state: [delivery.state, 'erased'] },
  })
}

/** For a locked delivery, whatever its state: leaves a tombstone and clears what the ledger knows of the email. */
export async function eraseContent(tx: Tx, secrets: Secrets, delivery: DeliveryRow): Promise<void> {
  const { id, inbox_id, message_id, raw_hash, body_hash } = delivery
  if (inbox_id !== null)
    await insertTombstone(tx, secrets, {
      ...{ inbox_id, message_id, raw_hash, body_hash },
      position: imapPositionOf(delivery),
    })
  await setDeliveryOutcome(tx, id, {
    state: 'erased',
    envelope: json(emptyEnvelope),
    raw_hash: Buffer.alloc(0),
    message_id: null,
    body_hash: null,
    subject: null,
    from_address: null,
  })
  await tx.enqueue(
    'remove_raw_mail',
    { hash: raw_hash.toString('hex') },
    { run_at: new Date(tx.now.getTime() + graceMs + 60_000) },
  )
}

const imapPositionOf = ({ imap_folder, imap_uidvalidity, imap_uid }: DeliveryRow) =>
  imap_folder === null || imap_uidvalidity === null || imap_uid === null
    ? null
    : { folder: imap_folder, uidvalidity: imap_uidvalidity, uid: imap_uid }

/** Job: removes the raw mail of an erased delivery, unless another delivery has the same bytes. */
export async function removeRawMail(
  db: Db,
  store: FileStore,
  hash: Buffer,
  grace_ms = graceMs,
): Promise<void> {
  const other = await db
    .selectFrom('mail_deliveries')
    .select('id')
    .where('raw_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  if (!other) await store.remove(hash, rawMailSuffix, grace_ms)
}
