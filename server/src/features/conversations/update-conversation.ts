import { sql, type UpdateObject } from 'kysely'
import { conversationColumns } from '../../db/columns.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

/** Updates columns of a locked conversation and increments its version. The calling verb records the event. */
export function updateConversation(
  tx: Tx,
  c: ConversationRow,
  columns: UpdateObject<DB, 'conversations'>,
): Promise<ConversationRow> {
  return tx.db
    .updateTable('conversations')
    .set({ ...columns, version: sql`version + 1`, updated_at: tx.now })
    .where('id', '=', c.id)
    .returning(conversationColumns)
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
}
