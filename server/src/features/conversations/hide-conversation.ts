import type { Activity } from '@parley/contract/messages/messages'
import { sql, type UpdateObject } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { withMerged } from '../../merged-conversations.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'
import { wakeJobKey } from './wake-conversation.ts'

type VisibilityChange = {
  /** The event that is recorded. */
  type: `conversation.${string}`
  activity: Activity
  columns?: UpdateObject<DB, 'conversations'>
  data?: Record<string, unknown>
}

/**
 * Takes a locked conversation out of lists, search, rules, SLA and reports. Everything else follows: queries require
 * `deleted_at is null`, `lockById` doesn't find it, and consumers react to the recorded change (spine/visibility-change.ts).
 */
export const hideConversation = (
  tx: Tx,
  c: ConversationRow,
  { columns, ...change }: VisibilityChange,
): Promise<ConversationRow> => applyChange(tx, c, { ...change, columns: { ...columns, deleted_at: tx.now } })

/** Brings it back. Jobs that ran meanwhile did nothing, so what they left is queued again. */
export async function showConversation(
  tx: Tx,
  c: ConversationRow,
  { columns, ...change }: VisibilityChange,
): Promise<ConversationRow> {
  const after = await applyChange(tx, c, { ...change, columns: { ...columns, deleted_at: null } })
  if (after.snoozed_until)
    await tx.enqueue(
      'wake_conversation',
      { id: c.id },
      { run_at: after.snoozed_until, key: wakeJobKey(c.id) },
    )
  await requeueReplies(tx, c.id)
  return after
}

async function applyChange(
  tx: Tx,
  c: ConversationRow,
  { type, activity, columns = {}, data }: VisibilityChange,
): Promise<ConversationRow> {
  const after = await updateConversation(tx, c, columns)
  const message_id = await insertActivity(tx, after, activity)
  await tx.record({
    type,
    conversation: { before: c, after },
    message_ids: [message_id],
    ...(data && { data }),
  })
  return after
}

/** Replies that were not sent while the conversation was hidden. Their jobs check what is due. */
async function requeueReplies(tx: Tx, conversation_id: number): Promise<void> {
  const { rows } = await sql<{ id: number; run_at: Date | null }>`
    select id, greatest(next_attempt_at, held_until, claimed_until) as run_at from messages
    where conversation_id = any(${withMerged(conversation_id)}) and type = 'outgoing' and status in ('pending', 'sending')
      and (not private or side_thread_id is not null)
    order by id`.execute(tx.db)
  for (const { id, run_at } of rows)
    await tx.enqueue('send_message', { id }, { key: `send_message:${id}`, ...(run_at && { run_at }) })
}
