import type { TrashReason } from '@parley/contract/conversations/hidden-conversations'
import type { SpamJudgement } from '@parley/contract/conversations/spam-filter'
import type { Activity } from '@parley/contract/messages/messages'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { hideConversation } from '../hide-conversation.ts'
import { insertActivity } from '../timeline/insert-message.ts'
import { updateConversation } from '../update-conversation.ts'
import { insertArrival } from './arrivals-in-spam.ts'

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

/** The spam filter is certain: moves a new conversation to spam like an agent, and says why in the timeline. */
export async function moveToSpam(
  tx: Tx,
  c: ConversationRow,
  judgement: SpamJudgement,
): Promise<ConversationRow> {
  await insertArrival(tx, c.id)
  return hideConversation(tx, c, {
    type: 'conversation.marked_spam',
    activity: { type: 'moved_to_spam', data: reasonData(judgement) },
    columns: { trash_reason: 'spam', spam_judgement: json(judgement) },
  })
}

/** The spam filter is not certain enough: an agent decides. */
export async function suggestSpam(tx: Tx, c: ConversationRow, judgement: SpamJudgement): Promise<void> {
  const columns = { is_spam_suggested: true, spam_judgement: json(judgement) }
  const after = await updateConversation(tx, c, columns)
  await tx.record({ type: 'conversation.spam_suggested', conversation: { before: c, after } })
}

/** One key for each kind of reason, because activity lines hold plain values. */
function reasonData({ score, reasons }: SpamJudgement): Activity['data'] {
  const data: Activity['data'] = { score }
  for (const { kind, value } of reasons) data[kind] = data[kind] ? `${data[kind]}, ${value}` : value
  return data
}
