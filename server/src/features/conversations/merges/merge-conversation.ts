import { mergeRefusal } from '@parley/contract/conversations/merge-conversations'
import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict } from '../../../http/errors.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { refreshScheduledAt } from '../scheduled-replies.ts'
import { setStatus } from '../set-status.ts'
import { setTags } from '../set-tags.ts'
import { insertActivity } from '../timeline/insert-message.ts'
import { updateConversation } from '../update-conversation.ts'
import { wakeJobKey } from '../wake-conversation.ts'
import { lockReadable, mergeSideOf } from './merge-side.ts'
import { columnsOf, combine, type MergeState, stateOf } from './merge-state.ts'
import { addFollowers } from './merged-followers.ts'
import { addSeen } from './merged-seen.ts'

/**
 * Merges a conversation into another one. Nothing is moved: it keeps its messages and columns, leaves the lists, and is
 * read in the target from now on (docs/decisions/0049-merged-conversations.md).
 */
export async function mergeConversation(
  tx: Tx,
  { uuid, into }: { uuid: string; into: string },
): Promise<ConversationRow> {
  const [c, target] = await lockReadable(tx, [uuid, into])
  if (!c || !target) throw new Error('lockReadable returned fewer rows than requested')
  const reason = mergeRefusal(await mergeSideOf(tx, c), await mergeSideOf(tx, target))
  if (reason) throw conflict(reason)

  const tags = { own: await listTags(tx, c), target: await listTags(tx, target) }
  const added = tags.own.filter(({ id }) => !tags.target.some((tag) => tag.id === id))
  const before = stateOf(target)
  const after = combine(before, stateOf(c))
  const scheduled = await moveScheduledReplies(tx, c, target)
  const caused = await hide(tx, scheduled.from, target)
  await tx.db
    .insertInto('conversation_merges')
    .values({
      conversation_id: c.id,
      target_id: target.id,
      merged_at: tx.now,
      before: json(before),
      after: json(after),
      tag_ids: added.map(({ id }) => id),
      follower_ids: await addFollowers(caused, c, target),
      scheduled_reply_ids: scheduled.ids,
    })
    .execute()
  await moveHeldReplies(tx, c, target)
  await moveIndexedMessages(tx, c.id, target.id)
  const received = await receive(caused, { c, target: scheduled.to }, after)
  const tagged =
    added.length === 0
      ? received
      : await setTags(
          caused,
          received,
          [...tags.target, ...added].map(({ name }) => name),
        )
  return before.status.id === after.status.id
    ? tagged
    : setStatus(caused, tagged, { status: await getStatusName(tx, after.status.id) })
}

/** Takes the conversation out of the lists. What follows from it names this event as its cause. */
async function hide(tx: Tx, c: ConversationRow, target: ConversationRow): Promise<Tx> {
  await tx.db
    .updateTable('conversations')
    .set({ merge_root_id: target.id })
    .where('merge_root_id', '=', c.id)
    .execute()
  const hidden = await updateConversation(tx, c, {
    merged_into_id: target.id,
    merge_root_id: target.id,
    deleted_at: tx.now,
  })
  if (c.snoozed_until) await tx.dequeue(wakeJobKey(c.id))
  const { uuid, reference_number } = target
  const line = await insertActivity(tx, hidden, { type: 'merged_into', data: { uuid, reference_number } })
  return tx.recordAsCause({
    type: 'conversation.merged',
    conversation: { before: c, after: hidden },
    message_ids: [line],
    data: { into: { id: target.id, uuid, reference_number } },
  })
}

/** Updates the target's counters, wait and preview. */
async function receive(
  tx: Tx,
  { c, target }: { c: ConversationRow; target: ConversationRow },
  state: MergeState,
): Promise<ConversationRow> {
  const received = await updateConversation(tx, target, {
    unread_counter: target.unread_counter + c.unread_counter,
    ...columnsOf(state),
  })
  const { uuid, reference_number } = c
  const line = await insertActivity(tx, received, {
    type: 'conversation_merged',
    data: { uuid, reference_number },
  })
  await tx.record({
    type: 'conversation.merge_received',
    conversation: { before: target, after: received },
    message_ids: [line],
    data: { from: { id: c.id, uuid, reference_number } },
  })
  await addSeen(tx, c, received)
  return received
}

/** A reply that is still held is sent in the target, where its author finds it again after an undo. */
async function moveHeldReplies(tx: Tx, c: ConversationRow, target: ConversationRow): Promise<void> {
  const moved = await tx.db
    .updateTable('held_sends')
    .set({ conversation_id: target.id })
    .where('conversation_id', '=', c.id)
    .returning('agent_id')
    .execute()
  for (const agent_id of new Set(moved.map((row) => row.agent_id)))
    await tx.record({ type: 'held_send.changed', object: { type: 'held_send', id: agent_id } })
}

/** A scheduled reply is seen, changed and sent where the conversation continues. */
async function moveScheduledReplies(
  tx: Tx,
  from: ConversationRow,
  to: ConversationRow,
): Promise<{ ids: number[]; from: ConversationRow; to: ConversationRow }> {
  const moved = await tx.db
    .updateTable('scheduled_replies')
    .set({ conversation_id: to.id })
    .where('conversation_id', '=', from.id)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .execute()
  if (moved.length === 0) return { ids: [], from, to }
  return {
    ids: moved.map(({ id }) => id),
    from: await refreshScheduledAt(tx, from),
    to: await refreshScheduledAt(tx, to),
  }
}

/** Search finds the messages of a conversation and of all that were merged into it where they are read. */
export const moveIndexedMessages = (tx: Tx, conversation_id: number, root_id: number) =>
  sql`update search_messages set conversation_id = ${root_id}
    where message_id in (select id from messages where conversation_id = any(${withMerged(conversation_id)}))`.execute(
    tx.db,
  )

const listTags = (tx: Tx, c: ConversationRow): Promise<{ id: number; name: string }[]> =>
  tx.db
    .selectFrom('conversation_tags as ct')
    .innerJoin('tags as t', 't.id', 'ct.tag_id')
    .select(['t.id', 't.name'])
    .where('ct.conversation_id', '=', c.id)
    .execute()

const getStatusName = async (tx: Tx, id: number): Promise<string> =>
  (await tx.db.selectFrom('statuses').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
