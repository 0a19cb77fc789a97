import { unsplitRefusal } from '@parley/contract/conversations/merge-conversations'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { insertActivity } from '../timeline/insert-message.ts'
import { updateConversation } from '../update-conversation.ts'
import { wakeJobKey } from '../wake-conversation.ts'
import { deriveFromMessages } from './derive-from-messages.ts'
import { lockReadable } from './merge-side.ts'
import { isSame } from './merge-state.ts'
import { addSeen } from './merged-seen.ts'
import { moveMessages } from './move-messages.ts'
import { splitState } from './split-state.ts'

type Snapshots = {
  source_preview: { last_message: string | null; last_message_at: string }
  created: Awaited<ReturnType<typeof splitState>>
}

/**
 * Moves the messages of a split back. The empty conversation stays, merged into the first one, so that its address and
 * mail for it lead there.
 */
export async function unsplitConversation(tx: Tx, uuid: string): Promise<ConversationRow> {
  const { c, source } = await lockSplitPair(tx, uuid)
  const split = await tx.db
    .selectFrom('conversation_splits')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .executeTakeFirst()
  const snapshots = split?.snapshots as Snapshots | undefined // written by splitConversation
  const reason = unsplitRefusal(c, {
    is_split: split !== undefined,
    is_hidden: c.deleted_at !== null || source === null || source.deleted_at !== null,
    has_changed: snapshots !== undefined && !isSame(snapshots.created, await splitState(tx, c)),
  })
  if (reason || !split || !source || !snapshots) throw conflict(reason ?? 'This conversation was not split')

  await moveMessages(tx, split.message_ids.map(Number), { from: c, to: source })
  await tx.db.deleteFrom('conversation_splits').where('conversation_id', '=', c.id).execute()
  const hidden = await updateConversation(tx, c, {
    merged_into_id: source.id,
    merge_root_id: source.id,
    deleted_at: tx.now,
  })
  if (c.snoozed_until) await tx.dequeue(wakeJobKey(c.id))
  const caused = await tx.recordAsCause({
    type: 'conversation.unsplit',
    conversation: { before: c, after: hidden },
    data: { into: { id: source.id, uuid: source.uuid, reference_number: source.reference_number } },
  })
  return takeBack(caused, { c, source }, snapshots)
}

/** Both are locked in id order, although only the new one is named. */
async function lockSplitPair(
  tx: Tx,
  uuid: string,
): Promise<{ c: ConversationRow; source: ConversationRow | null }> {
  const split = await tx.db
    .selectFrom('conversation_splits as s')
    .innerJoin('conversations as c', 'c.id', 's.conversation_id')
    .innerJoin('conversations as source', 'source.id', 's.source_id')
    .select('source.uuid')
    .where('c.uuid', '=', uuid)
    .executeTakeFirst()
  const [c, source = null] = await lockReadable(tx, split ? [uuid, split.uuid] : [uuid])
  if (!c) throw notFound('Conversation')
  return { c, source }
}

async function takeBack(
  tx: Tx,
  { c, source }: { c: ConversationRow; source: ConversationRow },
  { source_preview }: Snapshots,
): Promise<ConversationRow> {
  const { last_message_at, last_message, ...derived } = await deriveFromMessages(tx, source.id)
  const isPreviewKnown = last_message_at?.toISOString() === source_preview.last_message_at
  const after = await updateConversation(tx, source, {
    ...derived,
    last_message: isPreviewKnown ? source_preview.last_message : last_message,
    last_message_at: last_message_at ?? source.created_at,
    unread_counter: source.unread_counter + c.unread_counter,
  })
  const { uuid, reference_number } = c
  const line = await insertActivity(tx, after, { type: 'split_undone', data: { uuid, reference_number } })
  await tx.record({
    type: 'conversation.messages_received',
    conversation: { before: source, after },
    message_ids: [line],
    data: { from: { uuid, reference_number } },
  })
  await addSeen(tx, c, after)
  return after
}
