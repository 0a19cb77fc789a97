import type { Tx } from '../../db/transaction.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { ContactRow } from './contact-row.ts'

/**
 * The contact, locked for a change. A merged contact is not changed under its old id, because the page still shows the
 * state before the merge.
 */
export async function lockContact(tx: Tx, id: number): Promise<ContactRow> {
  const row = await tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row?.merged_into_id) throw conflict('This contact was merged into another one. Open that one instead')
  if (!row || row.deleted_at) throw notFound('Contact')
  return row
}
