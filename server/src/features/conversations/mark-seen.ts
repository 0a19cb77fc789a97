import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

/** Marks everything as read for this agent. */
export async function markSeen(tx: Tx, c: ConversationRow): Promise<void> {
  await setSeen(tx, c, c.unread_counter)
}

/** Marks the newest customer email or note as unread for this agent. */
export async function markUnread(tx: Tx, c: ConversationRow): Promise<void> {
  await setSeen(tx, c, Math.max(0, c.unread_counter - 1))
}

async function setSeen(tx: Tx, c: ConversationRow, seen_counter: number): Promise<void> {
  const values = { seen_at: tx.now, seen_counter, own_since: 0 }
  const changed = await tx.db
    .insertInto('conversation_seen')
    .values({ agent_id: tx.actor.id, conversation_id: c.id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'conversation_id'])
        .doUpdateSet(values)
        .where((eb) =>
          eb.or([
            eb('conversation_seen.seen_counter', '<>', seen_counter),
            eb('conversation_seen.own_since', '<>', 0),
          ]),
        ),
    )
    .returning('agent_id')
    .executeTakeFirst()
  if (!changed) return
  await recordSeen(tx, c, Math.min(10, c.unread_counter - seen_counter))
}

/**
 * After writing a note: tells the author's own browsers that it is not unread for them, although the shared counter
 * increased.
 */
export async function recordUnreadForAuthor(tx: Tx, c: ConversationRow): Promise<void> {
  const row = await tx.db
    .selectFrom('conversation_seen')
    .select(['seen_counter', 'own_since'])
    .where('agent_id', '=', tx.actor.id)
    .where('conversation_id', '=', c.id)
    .executeTakeFirst()
  if (!row) return
  const unread = Math.max(0, c.unread_counter - row.seen_counter - row.own_since)
  await recordSeen(tx, c, Math.min(10, unread))
}

const recordSeen = (tx: Tx, c: ConversationRow, unread: number) =>
  tx.record({
    type: 'conversation.seen',
    conversation: { before: null, after: c },
    object: { type: 'agent', id: tx.actor.id },
    data: { unread, unread_counter: c.unread_counter },
  })
