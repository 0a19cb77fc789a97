import { eraseRefusal } from '@parley/contract/email'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound, refused } from '../../http/errors.ts'
import type { Secrets } from '../../secrets.ts'
import type { Envelope } from './ledger.ts'
import { rawSuffix } from './raw-mail.ts'
import { type DeliveryRow, settle } from './settle.ts'
import { writeTombstone } from './tombstones.ts'

const noEnvelope: Envelope = { peer: null, helo: null, from: null, recipients: [] }
/** Bytes that came again within the hour may be waiting for their row. */
const spareMs = 3_600_000

/**
 * Erases what a delivery holds of a mail. The row stays, so that the ledger still adds up, and a tombstone keeps the mail from coming back
 * from its mailbox.
 */
export async function eraseDelivery(tx: Tx, secrets: Secrets, id: number): Promise<void> {
  const delivery = await tx.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!delivery) throw notFound('Delivery')
  const reason = eraseRefusal(delivery)
  if (reason) throw refused(reason)
  const { inbox_id, message_id, raw_hash } = delivery
  if (inbox_id !== null)
    await writeTombstone(tx, secrets, { inbox_id, position: positionOf(delivery), message_id, raw_hash })
  await settle(tx, id, {
    state: 'erased',
    envelope: json(noEnvelope),
    raw_hash: Buffer.alloc(0),
    message_id: null,
    body_hash: null,
    subject: null,
    from_address: null,
  })
  await tx.enqueue(
    'remove_raw_mail',
    { hash: raw_hash.toString('hex') },
    { run_at: new Date(tx.now.getTime() + spareMs + 60_000) },
  )
  await tx.record({
    type: 'delivery.erased',
    object: { type: 'delivery', id },
    changes: { state: [delivery.state, 'erased'] },
  })
}

const positionOf = ({ imap_folder, imap_uidvalidity, imap_uid }: DeliveryRow) =>
  imap_folder === null || imap_uidvalidity === null || imap_uid === null
    ? null
    : { folder: imap_folder, uidvalidity: imap_uidvalidity, uid: imap_uid }

/** Job: removes the bytes of an erased mail, unless another delivery has the same. */
export async function removeRawMail(
  db: Db,
  store: FileStore,
  hash: Buffer,
  spare_ms = spareMs,
): Promise<void> {
  const other = await db
    .selectFrom('mail_deliveries')
    .select('id')
    .where('raw_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  if (!other) await store.remove(hash, rawSuffix, spare_ms)
}
