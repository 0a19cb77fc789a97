import { unmergeRefusal } from '@parley/contract/conversations/merge-conversations'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { openStatusId } from '../../statuses/default-status-ids.ts'
import { refreshScheduledAt } from '../scheduled-replies.ts'
import { changeStatus } from '../set-status.ts'
import { setTags } from '../set-tags.ts'
import { insertActivity } from '../timeline/insert-message.ts'
import { updateConversation } from '../update-conversation.ts'
import { wakeJobKey } from '../wake-conversation.ts'
import { moveIndexedMessages } from './merge-conversation.ts'
import { lockReadable, mergeSideOf } from './merge-side.ts'
import { columnsOf, isSame, type MergeState, type MergeStep, stateOf, withoutStep } from './merge-state.ts'
import { removeFollowers } from './merged-followers.ts'
import { subtractSeen } from './merged-seen.ts'

type MergeRow = Selectable<DB['conversation_merges']>

/**
 * Takes a merged conversation out of its target. It is as it was before the merge; so is the target, except for what
 * happened in it since: messages that arrived there stay there.
 */
export async function unmergeConversation(tx: Tx, uuid: string): Promise<ConversationRow> {
  const { c, target } = await lockMergedPair(tx, uuid)
  const reason = unmergeRefusal(await mergeSideOf(tx, c), target && (await mergeSideOf(tx, target)))
  if (reason || !target) throw conflict(reason ?? 'This conversation isn’t merged')

  const merge = await tx.db
    .deleteFrom('conversation_merges')
    .where('conversation_id', '=', c.id)
    .returningAll()
    .executeTakeFirst()
  if (!merge)
    throw conflict(`The messages of #${c.reference_number} were moved back; there is nothing to unmerge`)
  const replies = await moveScheduledBack(tx, merge, { c, target })
  const { shown, caused } = await show(tx, replies.c, target)
  const state = await removeStep(tx, merge, { c, target })
  const released = await release(caused, { c, target: replies.target, merged_at: merge.merged_at }, state)
  await removeFollowers(caused, released, merge.follower_ids)
  const untagged = await removeTags(caused, released, merge)
  if (!isSame(state.status, stateOf(untagged).status)) await restoreStatus(caused, untagged, state.status)
  return shown
}

/** Both are locked in id order, although only the merged one is named. */
export async function lockMergedPair(
  tx: Tx,
  uuid: string,
): Promise<{ c: ConversationRow; target: ConversationRow | null }> {
  const { rows } = await sql<{ target: string | null }>`
    select target.uuid as target from conversations c left join conversations target on target.id = c.merged_into_id
    where c.uuid = ${uuid}`.execute(tx.db)
  const target_uuid = rows[0]?.target ?? null
  const [c, target = null] = await lockReadable(tx, target_uuid === null ? [uuid] : [uuid, target_uuid])
  if (!c) throw notFound('Conversation')
  if (c.merged_into_id === (target?.id ?? null)) return { c, target }
  throw conflict('Someone changed this conversation at the same time. Try again')
}

/** Brings the conversation back into the lists, together with what was merged into it. */
async function show(
  tx: Tx,
  c: ConversationRow,
  target: ConversationRow,
): Promise<{ shown: ConversationRow; caused: Tx }> {
  const shown = await updateConversation(tx, c, {
    merged_into_id: null,
    merge_root_id: null,
    deleted_at: null,
  })
  await tx.db
    .updateTable('conversations')
    .set({ merge_root_id: c.id })
    .where(sql<boolean>`id = any(${withMerged(c.id)})`)
    .where('id', '<>', c.id)
    .execute()
  await moveIndexedMessages(tx, c.id, c.id)
  if (shown.snoozed_until)
    await tx.enqueue(
      'wake_conversation',
      { id: c.id },
      { run_at: shown.snoozed_until, key: wakeJobKey(c.id) },
    )
  const { uuid, reference_number } = target
  const line = await insertActivity(tx, shown, { type: 'unmerged_from', data: { uuid, reference_number } })
  const caused = await tx.recordAsCause({
    type: 'conversation.unmerged',
    conversation: { before: c, after: shown },
    message_ids: [line],
    data: { from: { id: target.id, uuid, reference_number } },
  })
  return { shown, caused }
}

/** Those that are still to be sent. */
async function moveScheduledBack(
  tx: Tx,
  { scheduled_reply_ids }: MergeRow,
  { c, target }: { c: ConversationRow; target: ConversationRow },
): Promise<{ c: ConversationRow; target: ConversationRow }> {
  if (scheduled_reply_ids.length === 0) return { c, target }
  await tx.db
    .updateTable('scheduled_replies')
    .set({ conversation_id: c.id })
    .where('id', 'in', scheduled_reply_ids)
    .where('conversation_id', '=', target.id)
    .execute()
  return { c: await refreshScheduledAt(tx, c), target: await refreshScheduledAt(tx, target) }
}

/** The target's state without the merge; the records of later merges are rewritten as if it had not happened. */
async function removeStep(
  tx: Tx,
  merge: MergeRow,
  { c, target }: { c: ConversationRow; target: ConversationRow },
): Promise<MergeState> {
  const later = await tx.db
    .selectFrom('conversation_merges')
    .selectAll()
    .where('target_id', '=', target.id)
    .where('id', '>', merge.id)
    .orderBy('id')
    .execute()
  const steps: MergeStep[] = []
  for (const row of later) steps.push(toStep(row, await getConversation(tx, row.conversation_id)))
  const result = withoutStep(stateOf(target), toStep(merge, c), steps)
  for (const [at, { id }] of later.entries()) {
    const step = result.later[at]
    if (!step) continue
    await tx.db
      .updateTable('conversation_merges')
      .set({ before: json(step.before), after: json(step.after) })
      .where('id', '=', id)
      .execute()
  }
  return result.state
}

const toStep = ({ before, after }: MergeRow, c: ConversationRow): MergeStep => ({
  // Both are written from this type.
  before: before as MergeState,
  after: after as MergeState,
  merged: stateOf(c),
})

const getConversation = (tx: Tx, id: number): Promise<ConversationRow> =>
  tx.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Restores the target's counters, wait and preview. */
async function release(
  tx: Tx,
  { c, target, merged_at }: { c: ConversationRow; target: ConversationRow; merged_at: Date },
  state: MergeState,
): Promise<ConversationRow> {
  const after = await updateConversation(tx, target, {
    unread_counter: target.unread_counter - c.unread_counter,
    ...columnsOf(state),
  })
  const { uuid, reference_number } = c
  const line = await insertActivity(tx, after, {
    type: 'conversation_unmerged',
    data: { uuid, reference_number },
  })
  await tx.record({
    type: 'conversation.merge_undone',
    conversation: { before: target, after },
    message_ids: [line],
    data: { from: { id: c.id, uuid, reference_number } },
  })
  await subtractSeen(tx, c, after, merged_at)
  return after
}

/** Removes the tags that came with the conversation, except those that another merged one has as well. */
async function removeTags(tx: Tx, target: ConversationRow, { tag_ids }: MergeRow): Promise<ConversationRow> {
  if (tag_ids.length === 0) return target
  const others = await tx.db
    .selectFrom('conversation_merges as m')
    .innerJoin('conversation_tags as ct', 'ct.conversation_id', 'm.conversation_id')
    .select(['m.id', 'ct.tag_id'])
    .where('m.target_id', '=', target.id)
    .where('ct.tag_id', 'in', tag_ids)
    .orderBy('m.id')
    .execute()
  for (const tag_id of new Set(others.map((row) => row.tag_id)))
    await tx.db
      .updateTable('conversation_merges')
      .set({ tag_ids: sql`array_append(tag_ids, ${tag_id}::bigint)` })
      .where('id', '=', others.find((row) => row.tag_id === tag_id)?.id ?? 0)
      .execute()
  const removed = tag_ids.filter((id) => !others.some((row) => row.tag_id === id))
  const kept = await tx.db
    .selectFrom('conversation_tags as ct')
    .innerJoin('tags as t', 't.id', 'ct.tag_id')
    .select(['t.id', 't.name'])
    .where('ct.conversation_id', '=', target.id)
    .execute()
  return setTags(
    tx,
    target,
    kept.filter(({ id }) => !removed.includes(id)).map(({ name }) => name),
  )
}

/** A snooze that would have ended meanwhile leaves it open. */
async function restoreStatus(
  tx: Tx,
  target: ConversationRow,
  { id, snoozed_until }: MergeState['status'],
): Promise<ConversationRow> {
  const until = snoozed_until === null ? null : new Date(snoozed_until)
  const isOver = until !== null && until <= tx.now
  const status = await tx.db
    .selectFrom('statuses')
    .selectAll()
    .where('id', '=', isOver ? openStatusId : id)
    .executeTakeFirst()
  if (!status || (isOver && status.id === target.status_id)) return target
  return changeStatus(tx, target, status, isOver ? null : until)
}
