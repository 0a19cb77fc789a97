import type { Selectable } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { MessageMacro } from '../../macros/message-macros.ts'

export type ScheduledReplyRow = Selectable<DB['scheduled_replies']>

// Only scheduleReply writes this column.
export const scheduledMacros = ({ macros }: Pick<ScheduledReplyRow, 'macros'>): MessageMacro[] =>
  macros as unknown as MessageMacro[]

/**
 * A scheduled reply of this locked conversation, locked, including one that was cancelled. Throws 409 if it was sent,
 * 404 if it never existed.
 */
export async function lockScheduledReply(
  tx: Tx,
  c: ConversationRow,
  uuid: string,
): Promise<ScheduledReplyRow> {
  const row = await tx.db
    .selectFrom('scheduled_replies')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('conversation_id', '=', c.id)
    .forUpdate()
    .executeTakeFirst()
  if (row) return row
  const sent = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('uuid', '=', uuid)
    .where('conversation_id', '=', c.id)
    .executeTakeFirst()
  throw sent ? conflict('This reply was just sent') : notFound('Scheduled reply')
}

/** The same, refusing (409) one that was cancelled. */
export async function lockPendingReply(tx: Tx, c: ConversationRow, uuid: string): Promise<ScheduledReplyRow> {
  const row = await lockScheduledReply(tx, c, uuid)
  if (row.cancelled_at) throw conflict('This reply was cancelled and is in a draft')
  return row
}
