import { sql } from 'kysely'
import { createTombstoneHashers, findErasedItems } from '../ledger/tombstones.ts'
import type { KnownUid } from './accounted-uids.ts'
import type { Cursor } from './cursor.ts'
import type { ImapDeps } from './imap-client.ts'
import type { ListedMail } from './sync-scope.ts'

/**
 * After a change of UIDVALIDITY, mail from this many days before the last sync is fetched again and compared by its
 * bytes.
 */
export const refetchedDays = 7

/**
 * Messages that need not be fetched: erased ones, and those from before a change of UIDVALIDITY that are in the
 * ledger.
 */
export async function recogniseKnownMails(
  deps: ImapDeps,
  cursor: Cursor,
  mails: ListedMail[],
): Promise<KnownUid[]> {
  const erased = await findErasedUids(deps, cursor, mails)
  const others = mails.filter(({ uid }) => !erased.has(uid))
  return [
    ...[...erased].map((uid) => ({ uid, delivery_id: null })),
    ...(await findRenumbered(deps, cursor, others)),
  ]
}

async function findErasedUids(
  { db, secrets }: ImapDeps,
  { inbox_id, folder, uidvalidity }: Cursor,
  mails: ListedMail[],
): Promise<Set<number>> {
  const hashers = createTombstoneHashers(secrets, inbox_id)
  const positions = mails.flatMap(({ uid }) =>
    hashers.map((hasher) => ({
      item: uid,
      hash: hasher.position({ folder, uidvalidity: uidvalidity ?? 0, uid }),
    })),
  )
  const ids = mails.flatMap(({ uid, message_id }) =>
    message_id === null ? [] : hashers.map((hasher) => ({ item: uid, hash: hasher.messageId(message_id) })),
  )
  return new Set([
    ...(await findErasedItems(db, inbox_id, 'position_hash', positions)),
    ...(await findErasedItems(db, inbox_id, 'message_id_hash', ids)),
  ])
}

/**
 * Matches old messages by Message-ID and size. Fetching years of mail only to find that all of it is known would take
 * days, and providers limit how much is fetched per day.
 */
async function findRenumbered(
  { db }: ImapDeps,
  { inbox_id, live_since, historical_until_uid, uidvalidity }: Cursor,
  mails: ListedMail[],
): Promise<KnownUid[]> {
  if (live_since === null) return []
  const before = live_since.getTime() - (refetchedDays - 1) * 86_400_000
  const old = mails.filter(
    ({ uid, arrived_at, message_id }) =>
      uid <= historical_until_uid && arrived_at && arrived_at.getTime() < before && message_id !== null,
  )
  if (old.length === 0) return []
  const { rows } = await sql<{ id: number; message_id: string; raw_size: number }>`
    select min(id) as id, message_id, raw_size from mail_deliveries
    where inbox_id = ${inbox_id} and source = 'imap' and imap_uidvalidity <> ${uidvalidity}
      and message_id = any(${old.map(({ message_id }) => message_id)}::text[])
    group by message_id, raw_size`.execute(db)
  return old.flatMap(({ uid, size, message_id }) => {
    const row = rows.find((candidate) => candidate.message_id === message_id && candidate.raw_size === size)
    return row ? [{ uid, delivery_id: row.id }] : []
  })
}
