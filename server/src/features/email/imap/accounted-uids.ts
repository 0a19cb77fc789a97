import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Cursor } from './cursor.ts'

export type KnownUid = { uid: number; delivery_id: number | null }

/** The UIDs of a range that are in the ledger or are known not to need a row. */
export async function listAccountedUids(
  db: Db,
  { inbox_id, folder, uidvalidity }: Cursor,
  from: number,
  to: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ uid: number }>`
    select imap_uid as uid from mail_deliveries
    where source = 'imap' and inbox_id = ${inbox_id} and imap_folder = ${folder}
      and imap_uidvalidity = ${uidvalidity} and imap_uid between ${from} and ${to}
    union all
    select uid from imap_known_uids
    where inbox_id = ${inbox_id} and folder = ${folder} and uidvalidity = ${uidvalidity}
      and uid between ${from} and ${to}`.execute(db)
  return new Set(rows.map(({ uid }) => uid))
}

/** Records messages that arrived before under another UID, or were erased. */
export async function insertKnownUids(
  db: Db,
  { inbox_id, folder, uidvalidity }: Cursor,
  knownUids: KnownUid[],
): Promise<void> {
  if (knownUids.length === 0) return
  await db
    .insertInto('imap_known_uids')
    .values(knownUids.map((entry) => ({ inbox_id, folder, uidvalidity: uidvalidity ?? 0, ...entry })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** UIDs of another UIDVALIDITY are meaningless. */
export async function deleteStaleKnownUids(
  db: Db,
  { inbox_id, folder, uidvalidity }: Pick<Cursor, 'inbox_id' | 'folder' | 'uidvalidity'>,
): Promise<void> {
  await db
    .deleteFrom('imap_known_uids')
    .where('inbox_id', '=', inbox_id)
    .where('folder', '=', folder)
    .where('uidvalidity', '<>', uidvalidity)
    .execute()
}
