import type { TrashReason } from '@parley/contract/conversations/hidden-conversations'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { hideConversation } from '../hide-conversation.ts'
import { insertActivity } from '../timeline/insert-message.ts'
import { updateConversation } from '../update-conversation.ts'

/** The activity line, and after `conversation.` the event. */
const names = { deleted: 'trashed', spam: 'marked_spam' } as const

/**
 * Moves a locked conversation to the trash, or to spam. Does nothing if it is there already; a deleted one that is marked
 * as spam keeps the day on which it is deleted permanently.
 */
export async function trashConversation(
  tx: Tx,
  c: ConversationRow,
  reason: TrashReason,
): Promise<ConversationRow> {
  if (c.deleted_at !== null)
    return reason === 'deleted' || c.trash_reason === reason ? c : setTrashReason(tx, c, reason)
  return hideConversation(tx, c, {
    type: `conversation.${names[reason]}`,
    activity: { type: names[reason], data: {} },
    columns: { trash_reason: reason },
  })
}

/** For a conversation in the trash. */
export async function setTrashReason(
  tx: Tx,
  c: ConversationRow,
  reason: TrashReason,
): Promise<ConversationRow> {
  const after = await updateConversation(tx, c, { trash_reason: reason })
  const message_id = await insertActivity(tx, after, { type: names[reason], data: {} })
  await tx.record({
    type: `conversation.${names[reason]}`,
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}
