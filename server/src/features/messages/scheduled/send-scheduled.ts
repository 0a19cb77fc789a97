import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict } from '../../../http/errors.ts'
import { findActorByAgentId } from '../../../identity/load-actor.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import {
  holdScheduledReply,
  refreshScheduledAt,
  sendScheduledJobKey,
} from '../../conversations/scheduled-replies.ts'
import { insertActivity, type MessageRow } from '../../conversations/timeline/insert-message.ts'
import { assignToReplier } from '../assign-to-replier.ts'
import { applyFollowUps, departedAuthor, type FollowUps } from '../follow-ups.ts'
import { queueReply } from '../send-message.ts'
import { lockPendingReply, type ScheduledReplyRow, scheduledMacros } from './scheduled-row.ts'

/**
 * Job at the time of a scheduled reply. Checks everything again under the lock, so it does nothing if it runs early,
 * twice, or after the reply was changed, put on hold or cancelled.
 */
export async function sendDueScheduled(tx: Tx, id: number): Promise<void> {
  const due = await tx.db
    .selectFrom('scheduled_replies')
    .select('conversation_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!due) return
  const c = await lockWithTrash(tx, due.conversation_id)
  const row = await tx.db
    .selectFrom('scheduled_replies')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', c.id)
    .where('send_at', '<=', tx.now)
    .where('on_hold_since', 'is', null)
    .where('cancelled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  // A merge has moved its replies to the conversation that it became.
  if (c.deleted_at) return void (await holdScheduledReply(tx, c, row.id, 'in_trash'))
  const author = await findActorByAgentId(tx.db, row.agent_id)
  const problem = await findAuthorProblem(tx, row, author)
  const asAuthor = tx.withActor(author ?? departedAuthor(row.agent_id))
  const message = await toMessage(asAuthor, c, row)
  if (problem) return failAtOnce(tx, message, problem)
  await assignToReplier(asAuthor, c.id)
  await applyFollowUps(asAuthor, c.id, followUpsOf(row))
}

/** Sends it now, because someone decided to: it answers everything that arrived by now. */
export async function sendScheduledNow(tx: Tx, c: ConversationRow, uuid: string): Promise<void> {
  const row = await lockPendingReply(tx, c, uuid)
  const author = row.agent_id === tx.actor.id ? tx.actor : await findActorByAgentId(tx.db, row.agent_id)
  const problem = await findAuthorProblem(tx, row, author)
  if (problem || !author) throw conflict(`${problem}. Edit the reply to send it in your own name`)
  const { cause } = row.agent_id === tx.actor.id ? tx.actor : (await recordRelease(tx, c, row)).actor
  const asAuthor = tx.withActor({ ...author, ...(cause && { cause }) })
  await toMessage(asAuthor, c, { ...row, written_at: tx.now })
  await assignToReplier(asAuthor, c.id)
  await applyFollowUps(asAuthor, c.id, followUpsOf(row))
}

const followUpsOf = (row: ScheduledReplyRow): FollowUps => ({
  macros: scheduledMacros(row),
  status_id: row.after_status_id,
  snoozed_until: row.after_snooze,
})

/** Turns the scheduled reply into a message sent now by its author. */
async function toMessage(asAuthor: Tx, c: ConversationRow, row: ScheduledReplyRow): Promise<MessageRow> {
  const files = await asAuthor.db
    .updateTable('media')
    .set({ scheduled_reply_id: null })
    .where('scheduled_reply_id', '=', row.id)
    .returning(['id', 'uuid'])
    .execute()
  await asAuthor.db.deleteFrom('scheduled_replies').where('id', '=', row.id).execute()
  await asAuthor.dequeue(sendScheduledJobKey(row.id))
  return queueReply(asAuthor, await refreshScheduledAt(asAuthor, c), {
    to: row.to,
    cc: row.cc,
    bcc: row.bcc,
    ...(row.history === 'all' && { history: row.history }),
    message: row.content,
    clean: { content: row.content, text_content: row.text_content },
    attachments: files.filter(({ uuid }) => !row.content.includes(uuid)).map(({ id }) => id),
    written: { uuid: row.uuid, at: row.written_at },
  })
}

/** Why nothing may be sent in the author's name any more, or null. */
async function findAuthorProblem(
  tx: Tx,
  { agent_id }: ScheduledReplyRow,
  author: Actor | null,
): Promise<string | null> {
  if (author?.permissions.has('messages:write')) return null
  const { first_name, last_name } = await tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name'])
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const name = `${first_name} ${last_name}`.trim()
  return author
    ? `Not sent, because ${name} may no longer send replies`
    : `Not sent, because ${name}’s account is turned off`
}

/** The reply stays in the timeline with its reason, like one that the mail server refused. */
async function failAtOnce(tx: Tx, message: MessageRow, delivery_error: string): Promise<void> {
  await tx.dequeue(`send_message:${message.id}`)
  await tx.db
    .updateTable('messages')
    .set({ status: 'failed', delivery_error, updated_at: tx.now, version: sql`version + 1` })
    .where('id', '=', message.id)
    .execute()
  const c = await lockWithTrash(tx, message.conversation_id)
  await tx.record({
    type: 'message.changed',
    conversation: { before: c, after: c },
    message_ids: [message.id],
    changes: { status: ['pending', 'failed'] },
    data: { message_type: message.type, private: message.private },
  })
}

/** Who sent a colleague's reply early. */
async function recordRelease(tx: Tx, c: ConversationRow, { uuid, agent_id }: ScheduledReplyRow): Promise<Tx> {
  const author = await tx.db
    .selectFrom('agents')
    .select(['first_name', 'last_name'])
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const message_id = await insertActivity(tx, c, {
    type: 'scheduled_reply_released',
    data: { author: `${author.first_name} ${author.last_name}`.trim() },
  })
  return tx.recordAsCause({
    type: 'conversation.scheduled_reply_released',
    conversation: { before: c, after: c },
    message_ids: [message_id],
    data: { scheduled_reply: uuid, agent_id },
  })
}

// Includes the trash, which lockById does not find.
const lockWithTrash = (tx: Tx, id: number): Promise<ConversationRow> =>
  tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
