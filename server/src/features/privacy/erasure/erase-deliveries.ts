import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import type { Secrets } from '../../../secrets.ts'
import { isTransient } from '../../../transient-error.ts'
import { eraseContent } from '../../email/ledger/erase-delivery.ts'
import { readRawMail } from '../../email/ledger/raw-mail.ts'
import { addCount, markFiles, type RunningErasure } from './erasure-state.ts'

/** Ledger ids read by one transaction. */
const rangeSize = 1_000

/**
 * The next emails of the ledger that belong to no conversation and concern the person: ignored, quarantined, or of a conversation that
 * was deleted before. The raw email is read as well, because the ledger doesn't know everyone that it names. Outside the transaction.
 */
export async function findDeliveries(
  { db, store }: { db: Db; store: FileStore },
  { cursor, subject: { addresses } }: RunningErasure,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; raw_hash: Buffer; is_named: boolean }>`
    select id, raw_hash, exists (select from unnest(${addresses}::text[]) address
      where strpos(lower(concat_ws(' ', from_address, subject, envelope, reason)), address) > 0) as is_named
    from mail_deliveries
    where id > ${cursor} and id <= ${cursor + rangeSize} and state in ('threaded', 'ignored', 'quarantined')
      and (conversation_id is null or lower(from_address) = any(${addresses}::text[])) order by id`.execute(
    db,
  )
  const named_ids: number[] = []
  for (const { id, raw_hash, is_named } of rows)
    if (is_named || (await namesAnyone(store, raw_hash, addresses))) named_ids.push(id)
  return named_ids
}

async function namesAnyone(store: FileStore, hash: Buffer, addresses: readonly string[]): Promise<boolean> {
  if (hash.length === 0 || addresses.length === 0) return false
  const raw = await readRawMail(store, hash).catch((error) => {
    if (isTransient(error)) throw error
    // A file that is missing or damaged can name nobody.
    return null
  })
  const text = raw?.toString('latin1').toLowerCase() ?? ''
  return addresses.some((address) => text.includes(address))
}

export async function eraseDeliveries(
  tx: Tx,
  secrets: Secrets,
  erasure: RunningErasure,
  ids: readonly number[],
): Promise<boolean> {
  const deliveries =
    ids.length === 0
      ? []
      : await tx.db
          .selectFrom('mail_deliveries')
          .selectAll()
          .where('id', 'in', ids)
          .where('state', 'in', ['threaded', 'ignored', 'quarantined'])
          .orderBy('id')
          .forNoKeyUpdate()
          .execute()
  await eraseLockedDeliveries(tx, secrets, erasure, deliveries)
  erasure.cursor += rangeSize
  const newer = await tx.db
    .selectFrom('mail_deliveries')
    .select('id')
    .where('id', '>', erasure.cursor)
    .orderBy('id')
    .limit(1)
    .execute()
  return newer.length > 0
}

/** Erases what the ledger knows of these emails, and their files. */
export async function eraseLockedDeliveries(
  tx: Tx,
  secrets: Secrets,
  erasure: RunningErasure,
  deliveries: readonly Parameters<typeof eraseContent>[2][],
): Promise<void> {
  for (const delivery of deliveries) await eraseContent(tx, secrets, delivery)
  await markFiles(
    tx,
    erasure,
    'mail',
    deliveries.map(({ raw_hash }) => raw_hash),
  )
  addCount(erasure, 'raw_emails', deliveries.length)
  addCount(erasure, 'tombstones', deliveries.length)
}
