import type { Tx } from '../../db/transaction.ts'
import { readNotificationsOf } from '../../notification-store/read-notifications.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

/**
 * Marks everything as read for this agent, their notifications included. Not an action that can be undone, because
 * opening a conversation does it.
 */
export async function markSeen(tx: Tx, c: ConversationRow): Promise<void> {
  await readNotificationsOf(tx, c.id)
  await setSeen(tx, c, { seen_counter: c.unread_counter, own_since: 0 })
}

/** The same, because the agent asked for it. */
export async function markRead(tx: Tx, c: ConversationRow): Promise<void> {
  await readNotificationsOf(tx, c.id)
  await setSeen(tx, c, { seen_counter: c.unread_counter, own_since: 0 }, true)
}

/** Marks the newest customer email or note as unread for this agent. */
export async function markUnread(tx: Tx, c: ConversationRow): Promise<void> {
  await setSeen(tx, c, { seen_counter: Math.max(0, c.unread_counter - 1), own_since: 0 }, true)
}

/** How far an agent has read: the counter at that time, and their own notes since. */
export type ReadMark = { seen_counter: number; own_since: number }

export async function findReadMark(tx: Tx, c: ConversationRow): Promise<ReadMark> {
  const row = await tx.db
    .selectFrom('conversation_seen')
    .select(['seen_counter', 'own_since'])
    .where('agent_id', '=', tx.actor.id)
    .where('conversation_id', '=', c.id)
    .executeTakeFirst()
  return row ?? { seen_counter: 0, own_since: 0 }
}

/** `is_action`: the agent did it on purpose, so the event keeps both marks for undo. */
export async function setSeen(tx: Tx, c: ConversationRow, mark: ReadMark, is_action = false): Promise<void> {
  // It is read in another conversation now, and unmerging restores what was unread here.
  if (c.merged_into_id !== null) return
  const before = is_action ? await findReadMark(tx, c) : null
  const { seen_counter, own_since } = mark
  const values = { seen_at: tx.now, seen_counter, own_since }
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
            eb('conversation_seen.own_since', '<>', own_since),
          ]),
        ),
    )
    .returning('agent_id')
    .executeTakeFirst()
  if (!changed) return
  const unread = Math.max(0, c.unread_counter - seen_counter - own_since)
  await recordSeen(tx, c, Math.min(10, unread), before && { read_mark: [before, mark] })
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

const recordSeen = (
  tx: Tx,
  c: ConversationRow,
  unread: number,
  data: { read_mark: [ReadMark, ReadMark] } | null = null,
) =>
  tx.record({
    type: 'conversation.seen',
    conversation: { before: null, after: c },
    object: { type: 'agent', id: tx.actor.id },
    data: { unread, unread_counter: c.unread_counter, ...data },
  })
