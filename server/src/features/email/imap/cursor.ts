import type { Selectable, UpdateObject } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'

export type Cursor = Selectable<DB['imap_cursors']>
type MailboxKey = { inbox_id: number; folder: string }

/** Gets the cursor of a mailbox; creates it on first use. */
export async function openCursor(db: Db, { inbox_id, folder }: MailboxKey): Promise<Cursor> {
  await db
    .insertInto('imap_cursors')
    .values({ inbox_id, folder })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('imap_cursors')
    .selectAll()
    .where('inbox_id', '=', inbox_id)
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow()
}

export async function updateCursor(
  db: Db,
  { inbox_id, folder }: MailboxKey,
  columns: UpdateObject<DB, 'imap_cursors'>,
): Promise<void> {
  await db
    .updateTable('imap_cursors')
    .set(columns)
    .where('inbox_id', '=', inbox_id)
    .where('folder', '=', folder)
    .execute()
}

/** Stores why a mailbox cannot be read, for administrators. */
export async function saveCursorError(db: Db, mailbox: MailboxKey, reason: string): Promise<void> {
  await openCursor(db, mailbox)
  await updateCursor(db, mailbox, { last_error: reason })
}
