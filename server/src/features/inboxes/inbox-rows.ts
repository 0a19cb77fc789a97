import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'

export type InboxRow = Selectable<DB['inboxes']>

/** Gets an inbox that is not deleted. */
export async function getInbox(db: Db, id: number): Promise<InboxRow> {
  const row = await activeInboxes(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Inbox')
  return row
}

/** Gets and locks an inbox for a change. */
export async function lockInbox(tx: Tx, id: number): Promise<InboxRow> {
  const row = await activeInboxes(tx.db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('Inbox')
  return row
}

/** All inboxes by name. Their settings are shown only to people who may manage them (quirk Q13). */
export const listInboxRows = (db: Db): Promise<InboxRow[]> =>
  activeInboxes(db).orderBy('name').orderBy('id').execute()

const activeInboxes = (db: Db) => db.selectFrom('inboxes').selectAll().where('deleted_at', 'is', null)
