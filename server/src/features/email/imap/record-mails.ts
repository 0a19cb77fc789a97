import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { quarantineDelivery } from '../ledger/delivery-outcome.ts'
import { insertDelivery } from '../ledger/record-delivery.ts'
import { insertKnownUids, type KnownUid } from './accounted-uids.ts'
import { type Cursor, updateCursor } from './cursor.ts'
import type { FetchedMail } from './fetch-mails.ts'
import type { ImapDeps } from './imap-client.ts'
import { isHistorical } from './sync-scope.ts'

export type FetchOutcome = {
  fetched: FetchedMail[]
  /** Recognised without fetching. */
  known_uids: KnownUid[]
  /** The new cursor position; null leaves it unchanged. */
  last_uid: number | null
  /** The cursor's count of messages on the server includes UIDs up to this one. */
  counted_until: number
  /** Mail that the cursor had passed; it did not arrive just now. */
  is_repair: boolean
}

/** Stores ledger rows, known UIDs, counts and cursor in one transaction. */
export async function storeMails(deps: ImapDeps, cursor: Cursor, outcome: FetchOutcome): Promise<void> {
  const { fetched, known_uids, last_uid, counted_until } = outcome
  await deps.act(deps.system, async (tx) => {
    const existing = await findDeliveriesByHash(tx, cursor.inbox_id, fetched)
    const knownUids = [...known_uids]
    const recorded: number[] = []
    for (const mail of fetched) {
      const delivery_id = existing.get(mail.raw_hash.toString('hex'))
      if (mail.erased) knownUids.push({ uid: mail.uid, delivery_id: null })
      // The same bytes came from a mailbox before: renumbered, or moved away and back. Nothing new to record.
      else if (!mail.refusal && delivery_id !== undefined) knownUids.push({ uid: mail.uid, delivery_id })
      else if (await storeMail(tx, cursor, mail, outcome.is_repair)) recorded.push(mail.uid)
    }
    await insertKnownUids(tx.db, cursor, knownUids)
    const accounted = [...recorded, ...knownUids.map(({ uid }) => uid)]
    await updateCursor(tx.db, cursor, {
      ...(last_uid !== null && { last_uid }),
      messages_received: sql`messages_received + ${accounted.length}::int`,
      messages_on_server: sql`messages_on_server + ${accounted.filter((uid) => uid > counted_until).length}::int`,
    })
  })
}

/** Deliveries of the same bytes from this inbox's mailboxes, by hash. */
async function findDeliveriesByHash(
  tx: Tx,
  inbox_id: number,
  mails: FetchedMail[],
): Promise<Map<string, number>> {
  if (mails.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('mail_deliveries')
    .select(['id', 'raw_hash'])
    .where('inbox_id', '=', inbox_id)
    .where('source', '=', 'imap')
    .where(
      'raw_hash',
      'in',
      mails.map(({ raw_hash }) => raw_hash),
    )
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ id, raw_hash }) => [raw_hash.toString('hex'), id]))
}

async function storeMail(tx: Tx, cursor: Cursor, mail: FetchedMail, is_repair: boolean): Promise<boolean> {
  const historical = isHistorical(cursor, mail)
  const keepsArrivalDate = (historical || is_repair) && mail.arrived_at !== null && mail.arrived_at < tx.now
  const id = await insertDelivery(tx, {
    inbox_id: cursor.inbox_id,
    source: 'imap',
    envelope: { peer: null, helo: null, from: null, recipients: [] },
    raw_hash: mail.raw_hash,
    raw_size: mail.raw_size,
    historical,
    ...(keepsArrivalDate && mail.arrived_at && { received_at: mail.arrived_at }),
    imap_folder: cursor.folder,
    imap_uidvalidity: cursor.uidvalidity ?? 0,
    imap_uid: mail.uid,
  })
  // Its processing job will find nothing to do.
  if (id !== null && mail.refusal) await quarantineDelivery(tx, id, mail.refusal)
  return id !== null
}
