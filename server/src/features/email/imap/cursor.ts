import type { Selectable, UpdateObject } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'

export type Cursor = Selectable<DB['imap_cursors']>
/** `fence`: of the lease under which the mailbox is read. */
type MailboxKey = Pick<Cursor, 'inbox_id' | 'folder' | 'fence'>

/**
 * Gets the cursor of a mailbox for the holder of this lease; creates it on first use. From then on earlier holders can't change it.
 * @throws if a later lease has opened it
 */
export async function openCursor(db: Db, { inbox_id, folder, fence }: MailboxKey): Promise<Cursor> {
  const cursor = await db
    .insertInto('imap_cursors')
    .values({ inbox_id, folder, fence })
    .onConflict((conflict) =>
      conflict
        .columns(['inbox_id', 'folder'])
        .doUpdateSet({ fence })
        .where('imap_cursors.fence', '<=', fence),
    )
    .returningAll()
    .executeTakeFirst()
  if (!cursor) throw lostLease()
  return cursor
}

/** Within a transaction, nothing of it is stored if the lease has been lost. */
export async function updateCursor(
  db: Db,
  { inbox_id, folder, fence }: MailboxKey,
  columns: UpdateObject<DB, 'imap_cursors'>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('imap_cursors')
    .set(columns)
    .where('inbox_id', '=', inbox_id)
    .where('folder', '=', folder)
    .where('fence', '=', fence)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw lostLease()
}

const lostLease = () => new Error('Another node reads this mailbox now')

/** Stores why a mailbox cannot be read, for administrators. */
export async function saveCursorError(db: Db, mailbox: MailboxKey, reason: string): Promise<void> {
  await openCursor(db, mailbox)
  await updateCursor(db, mailbox, { last_error: reason })
}
