import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'

/** The position of a message in a mailbox. */
type ImapPosition = { folder: string; uidvalidity: number; uid: number }

/** Keyed hashes that identify an erased message without storing its Message-ID in clear text. */
export type TombstoneHasher = {
  position(position: ImapPosition): Buffer
  messageId(message_id: string): Buffer
  /** Hash of the raw bytes' SHA-256. */
  content(raw_hash: Buffer): Buffer
  /** The same email, received again another way. */
  copy(message_id: string, body_hash: Buffer): Buffer
}

/** One for each key, because tombstones from before a rotation can't be made again: the email is gone. */
export const createTombstoneHashers = (secrets: Secrets, inbox_id: number): TombstoneHasher[] =>
  secrets.each.map((one) => createTombstoneHasher(one, inbox_id))

function createTombstoneHasher(secrets: Secrets, inbox_id: number): TombstoneHasher {
  const key = secrets.derive('mail tombstone')
  const hash = (...parts: unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([inbox_id, ...parts]))
      .digest()
  return {
    position: ({ folder, uidvalidity, uid }) => hash('position', folder, uidvalidity, uid),
    messageId: (message_id) => hash('message id', message_id),
    content: (raw_hash) => hash('content', raw_hash.toString('hex')),
    copy: (message_id, body_hash) => hash('copy', message_id, body_hash.toString('hex')),
  }
}

type ErasedMail = {
  inbox_id: number
  position: ImapPosition | null
  message_id: string | null
  raw_hash: Buffer
  body_hash: Buffer | null
}

/** Prevents this message from being imported again. Call it in the transaction that erases the message. */
export async function insertTombstone(tx: Tx, secrets: Secrets, erased: ErasedMail): Promise<void> {
  const hashes = createTombstoneHasher(secrets, erased.inbox_id)
  await tx.db
    .insertInto('mail_tombstones')
    .values({
      inbox_id: erased.inbox_id,
      erased_at: tx.now,
      position_hash: erased.position && hashes.position(erased.position),
      message_id_hash: erased.message_id === null ? null : hashes.messageId(erased.message_id),
      content_hash: hashes.content(erased.raw_hash),
      copy_hash:
        erased.message_id === null || erased.body_hash === null
          ? null
          : hashes.copy(erased.message_id, erased.body_hash),
    })
    .execute()
}

/** Whether this email, received another way, was erased. */
export async function isCopyOfErased(
  db: Db,
  secrets: Secrets,
  inbox_id: number | null,
  mail: { source_id: string | null; body_hash: Uint8Array },
): Promise<boolean> {
  if (!mail.source_id || inbox_id === null) return false
  const { source_id, body_hash } = mail
  const hashes = createTombstoneHashers(secrets, inbox_id).map((hasher) => ({
    item: mail,
    hash: hasher.copy(source_id, Buffer.from(body_hash)),
  }))
  return (await findErasedItems(db, inbox_id, 'copy_hash', hashes)).size > 0
}

export async function hasTombstones(db: Db, inbox_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_tombstones')
    .select('id')
    .where('inbox_id', '=', inbox_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type HashColumn = 'position_hash' | 'message_id_hash' | 'content_hash' | 'copy_hash'

/** The items whose hash matches a tombstone of the inbox. */
export async function findErasedItems<T>(
  db: Db,
  inbox_id: number,
  column: HashColumn,
  items: { item: T; hash: Buffer }[],
): Promise<Set<T>> {
  if (items.length === 0) return new Set()
  const rows = await db
    .selectFrom('mail_tombstones')
    .select(column)
    .where('inbox_id', '=', inbox_id)
    .where(column, '=', sql<Buffer>`any(${items.map(({ hash }) => hash)}::bytea[])`)
    .modifyEnd(prepared)
    .execute()
  const erased = new Set(rows.map((row) => row[column]?.toString('hex')))
  return new Set(items.filter(({ hash }) => erased.has(hash.toString('hex'))).map(({ item }) => item))
}
