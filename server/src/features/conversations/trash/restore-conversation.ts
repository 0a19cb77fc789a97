import type { Tx } from '../../../db/transaction.ts'
import { conflict } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { showConversation } from '../hide-conversation.ts'
import { insertActivity } from '../timeline/insert-message.ts'
import { updateConversation } from '../update-conversation.ts'

/** Restores a locked conversation from the trash or from spam, as it was. Does nothing if it is in the lists. */
export async function restoreConversation(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  return c.deleted_at === null ? c : restore(tx, c, 'restored')
}

/** A customer replied to a conversation in the trash. */
export const restoreByReply = (tx: Tx, c: ConversationRow): Promise<ConversationRow> =>
  restore(tx, c, 'restored_by_reply')

/** Restores it from spam, or confirms that a conversation in the lists belongs there. */
export async function markNotSpam(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  if (c.trash_reason === 'deleted')
    throw conflict('This conversation is in the trash, not in spam. Restore it instead')
  if (c.deleted_at !== null) return restore(tx, c, 'marked_not_spam')
  // Also decides what the spam filter suggested.
  const after = c.is_spam_suggested ? await updateConversation(tx, c, { is_spam_suggested: false }) : c
  const message_id = await insertActivity(tx, after, { type: 'marked_not_spam', data: {} })
  await tx.record({
    type: 'conversation.marked_not_spam',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}

/** Undoes markNotSpam on a conversation in the lists: the spam filter forgets what it learned, and suggests again what it did. */
export async function takeBackNotSpam(
  tx: Tx,
  c: ConversationRow,
  { was_suggested }: { was_suggested: boolean },
): Promise<ConversationRow> {
  const after = was_suggested ? await updateConversation(tx, c, { is_spam_suggested: true }) : c
  await tx.record({ type: 'conversation.not_spam_taken_back', conversation: { before: c, after } })
  return after
}

const restore = (
  tx: Tx,
  c: ConversationRow,
  name: 'restored' | 'restored_by_reply' | 'marked_not_spam',
): Promise<ConversationRow> =>
  showConversation(tx, c, {
    type: `conversation.${name}`,
    activity: { type: name, data: {} },
    columns: { trash_reason: null, ...(name === 'marked_not_spam' && { is_spam_suggested: false }) },
  })
