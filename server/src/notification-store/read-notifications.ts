import type { Tx } from '../db/transaction.ts'

/** Marks the acting agent's notifications of a conversation as read, because they have opened it. */
export async function readNotificationsOf(tx: Tx, conversation_id: number, until = tx.now): Promise<void> {
  const read = await tx.db
    .updateTable('notifications')
    .set({ read_at: tx.now })
    .where('agent_id', '=', tx.actor.id)
    .where('conversation_id', '=', conversation_id)
    .where('read_at', 'is', null)
    .where('happened_at', '<=', until)
    .returning('id')
    .execute()
  if (read.length > 0) await recordNotificationsChanged(tx, [tx.actor.id])
}

/** Tells these agents' browsers that their notifications have changed. */
export async function recordNotificationsChanged(tx: Tx, agent_ids: Iterable<number>): Promise<void> {
  // Nothing reacts to it but browsers, so it isn't part of a chain of causes.
  const { cause: _cause, ...actor } = tx.actor
  await tx.withActor(actor).recordAll(
    [...new Set(agent_ids)].map((id) => ({
      type: 'notifications.changed',
      object: { type: 'notification', id },
    })),
  )
}
