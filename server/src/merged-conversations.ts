import { type RawBuilder, sql } from 'kysely'
import { conversationColumns } from './db/columns.ts'
import { prepared } from './db/prepared-statements.ts'
import type { Tx } from './db/transaction.ts'
import type { ConversationRow } from './spine/record-event.ts'

/**
 * The ids of a conversation and of all that were merged into it, directly or through others, as an array in SQL. Merged
 * messages stay in their conversation and are read together.
 */
export const withMerged = (conversation_id: number | RawBuilder<unknown>): RawBuilder<number[]> => sql`array(
  with recursive merged as (
    select (${conversation_id})::bigint as id
    union all
    select child.id from conversations child join merged on child.merged_into_id = merged.id)
  select id from merged)`

export type Merged = {
  conversation: ConversationRow
  /** Where it is read and answered now: the end of its chain of merges, or itself. */
  root: ConversationRow
}

/**
 * Locks a conversation by id, together with the one that its chain of merges leads to. For mail, timers and jobs, which
 * see everything; includes the trash.
 */
export async function lockWithRoot(tx: Tx, id: number): Promise<Merged | null> {
  for (;;) {
    const row = await tx.db
      .selectFrom('conversations')
      .select('merge_root_id')
      .where('id', '=', id)
      .modifyEnd(prepared)
      .executeTakeFirst()
    const root_id = row?.merge_root_id ?? id
    const rows = await lockInOrder(tx, [id, root_id])
    const conversation = rows.find((row) => row.id === id)
    const root = rows.find((row) => row.id === root_id)
    if (!conversation || !root) return null
    // Merged or unmerged while this waited for the lock.
    if ((conversation.merge_root_id ?? id) === root_id) return { conversation, root }
  }
}

/** In id order, as everywhere: two transactions that lock the same conversations in different orders would deadlock. */
export const lockInOrder = (tx: Tx, ids: readonly number[]): Promise<ConversationRow[]> =>
  tx.db
    .selectFrom('conversations')
    .select(conversationColumns)
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .execute()
