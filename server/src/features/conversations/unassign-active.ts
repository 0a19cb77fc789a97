import { lockByIdEvenHidden } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

/**
 * Unassigns every active conversation of an agent or team that is being deleted, also in the trash. Locks in id order, so that two such
 * deletions cannot deadlock. Returns how many there were.
 */
export async function unassignActive(
  tx: Tx,
  column: 'assigned_user_id' | 'assigned_team_id',
  id: number,
  unassign: (tx: Tx, c: ConversationRow) => Promise<unknown>,
): Promise<number> {
  const active = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where(column, '=', id)
    .where('status_category', '<>', 'closed')
    .orderBy('id')
    .execute()
  for (const conversation of active) {
    const c = await lockByIdEvenHidden(tx, conversation.id)
    if (c?.[column] === id) await unassign(tx, c)
  }
  return active.length
}
