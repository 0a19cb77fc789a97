import { sql, type UpdateObject } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { lockWithRoot, type Merged, withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { countOutcome } from '../../../telemetry/outcome.ts'
import { insertActivity, type MessageRow } from '../../conversations/timeline/insert-message.ts'
import { updateConversation } from '../../conversations/update-conversation.ts'
import type { ClaimedMessage } from './message-claim.ts'

/**
 * Marks a message as sent. If a person wrote it, the customer's wait ends, unless they wrote again after it was
 * written. Rejected recipients are listed on the message and in the timeline. Applies even if the claim was lost in
 * the meantime: sent is sent.
 */
export async function markSent(
  tx: Tx,
  claimed: ClaimedMessage,
  { refused, by_person }: { refused: { address: string; reason: string }[]; by_person: boolean },
): Promise<void> {
  const { conversation: before, root } = await lockConversation(tx, claimed)
  const message = await lockMessage(tx, claimed.id)
  if (message.status === 'sent') return
  countAttempt(tx, 'sent')
  const errors = refused.map(({ address, reason }) => `${address}: ${reason}`).join('\n')
  await updateMessage(tx, message, {
    status: 'sent',
    sent_at: tx.now,
    next_attempt_at: null,
    delivery_error: errors || null,
    delivery_details: null,
  })
  // An email to third parties does not answer the customer.
  const isReply = by_person && message.side_thread_id === null
  const after = isReply
    ? await updateConversation(tx, before, {
        first_reply_at: before.first_reply_at ?? tx.now,
        last_reply_at: tx.now,
        waiting_since: before.waiting_since && (await findWaitingSince(tx, message)),
      })
    : before
  const activityIds: number[] = []
  for (const { address, reason } of refused)
    activityIds.push(
      await insertActivity(
        tx,
        after,
        { type: 'delivery_failed', data: { address, reason } },
        { side_thread_id: message.side_thread_id },
      ),
    )
  await recordStatusChange(tx, { before, after }, message, 'sent')
  if (by_person && root.id !== before.id) await endWait(tx, root, message)
  if (activityIds.length > 0)
    await tx.record({
      type: 'conversation.delivery_failed',
      conversation: { before: after, after },
      message_ids: activityIds,
    })
}

/** The reply was written before its conversation was merged, and answers what the target waits for as well. */
async function endWait(tx: Tx, root: ConversationRow, message: MessageRow): Promise<void> {
  if (!root.waiting_since) return
  const waiting_since = await findWaitingSince(tx, { ...message, conversation_id: root.id })
  if (waiting_since?.getTime() === root.waiting_since.getTime()) return
  const after = await updateConversation(tx, root, { waiting_since })
  await tx.record({ type: 'conversation.answered', conversation: { before: root, after } })
}

/** Schedules a retry; the message shows why it waits. */
export async function scheduleRetry(
  tx: Tx,
  claimed: ClaimedMessage,
  { retry_at, error, details = null }: { retry_at: Date; error: string; details?: string | null | undefined },
): Promise<void> {
  const wasApplied = await applyClaimOutcome(tx, claimed, {
    status: 'pending',
    next_attempt_at: retry_at,
    delivery_error: error,
    delivery_details: details,
  })
  if (!wasApplied) return
  countAttempt(tx, 'retried')
  await tx.enqueue(
    'send_message',
    { id: claimed.id },
    { key: `send_message:${claimed.id}`, run_at: retry_at },
  )
}

const countAttempt = (tx: Tx, result: 'sent' | 'retried' | 'failed') =>
  tx.afterCommit(() => countOutcome({ kind: 'mail_send_attempt', mail: 'reply', result }))

/** Nothing was sent, which doesn't count as an attempt: the reply is due again at once, not when the claim expires. */
export async function releaseClaim(tx: Tx, claimed: ClaimedMessage): Promise<void> {
  await applyClaimOutcome(tx, claimed, {
    status: 'pending',
    attempts: claimed.attempts - 1,
    next_attempt_at: null,
  })
}

/** Marks the message as failed with the reason, until someone sends it again. */
export async function markFailed(
  tx: Tx,
  claimed: ClaimedMessage,
  error: string,
  details: string | null = null,
): Promise<void> {
  const wasApplied = await applyClaimOutcome(tx, claimed, {
    status: 'failed',
    next_attempt_at: null,
    delivery_error: error,
    delivery_details: details,
  })
  if (wasApplied) countAttempt(tx, 'failed')
}

type SendOutcome = UpdateObject<DB, 'messages'> & { status: 'pending' | 'failed' | 'sent' }

/** Does nothing if the claim was lost: its new owner decides. */
async function applyClaimOutcome(tx: Tx, claimed: ClaimedMessage, outcome: SendOutcome): Promise<boolean> {
  const { conversation } = await lockConversation(tx, claimed)
  const message = await lockMessage(tx, claimed.id)
  if (message.status !== 'sending' || message.attempts !== claimed.attempts) return false
  await updateMessage(tx, message, outcome)
  await recordStatusChange(tx, { before: conversation, after: conversation }, message, outcome.status)
  return true
}

async function updateMessage(tx: Tx, message: MessageRow, outcome: SendOutcome): Promise<void> {
  await tx.db
    .updateTable('messages')
    .set({ ...outcome, claimed_until: null, claimed_by: null, updated_at: tx.now, version: sql`version + 1` })
    .where('id', '=', message.id)
    .execute()
}

/** When the first customer mail arrived that this reply cannot answer. Automatic mail does not count as waiting. */
async function findWaitingSince(
  tx: Tx,
  { conversation_id, created_at, written_at, id }: MessageRow,
): Promise<Date | null> {
  const row = await tx.db
    .selectFrom('messages')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where('conversation_id', '=', sql<number>`any(${withMerged(conversation_id)})`)
    .where('type', '=', 'incoming')
    .where('private', '=', false)
    .where(sql<boolean>`(created_at, id) > (${written_at ?? created_at}::timestamptz, ${id})`)
    .where(sql<boolean>`meta->'auto_reply' is null`)
    .executeTakeFirst()
  return row?.at ?? null
}

const recordStatusChange = (
  tx: Tx,
  conversation: { before: ConversationRow; after: ConversationRow },
  message: MessageRow,
  status: string,
) =>
  tx.record({
    type: 'message.changed',
    conversation,
    message_ids: [message.id],
    changes: { status: [message.status, status] },
    data: { message_type: message.type, private: message.private },
  })

// Lock order: conversation before message, as everywhere. Includes the trash, because a reply being sent still
// arrives.
async function lockConversation(tx: Tx, { id }: Pick<MessageRow, 'id'>): Promise<Merged> {
  const readConversationId = async () =>
    (
      await tx.db
        .selectFrom('messages')
        .select('conversation_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).conversation_id
  for (;;) {
    const conversation_id = await readConversationId()
    const merged = await lockWithRoot(tx, conversation_id)
    if (!merged) throw new Error(`Conversation ${conversation_id} of message ${id} is gone`)
    // Split off while this waited for the lock.
    if ((await readConversationId()) === conversation_id) return merged
  }
}

const lockMessage = (tx: Tx, id: number): Promise<MessageRow> =>
  tx.db.selectFrom('messages').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
