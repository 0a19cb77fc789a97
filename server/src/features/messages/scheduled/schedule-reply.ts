import type { AfterSending } from '@parley/contract/messages/held-sends'
import type { MessageSend } from '@parley/contract/messages/messages'
import { sendTimeRefusal } from '@parley/contract/messages/scheduled-replies'
import type { z } from 'zod'
import type { AuthoredHtml } from '../../../authored-html/clean-authored.ts'
import { assertPermission } from '../../../conversation-access.ts'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { refreshScheduledAt, sendScheduledJobKey } from '../../conversations/scheduled-replies.ts'
import { getAllowedStatus } from '../../conversations/set-status.ts'
import { parseSnoozeTime } from '../../conversations/snooze-time.ts'
import { insertActivity } from '../../conversations/timeline/insert-message.ts'
import { parseMessageMacros } from '../../macros/message-macros.ts'
import { scheduleMedia } from '../../media/attach-media.ts'
import { parseAuthoredContent } from '../authored-content.ts'
import { parseRecipients } from '../recipients.ts'
import type { ScheduledReplyRow } from './scheduled-row.ts'

/**
 * Stores a reply that is sent later. Everything that can be refused is refused now, because nobody may be there to see
 * an error at that time. It is no message yet: first reply, waiting time, SLA, reports and webhooks follow when it is
 * sent (docs/spec/wire.md#scheduled-replies).
 */
export async function scheduleReply(
  tx: Tx,
  c: ConversationRow,
  input: Omit<z.output<typeof MessageSend>, 'send_at'> & { send_at: string; clean?: AuthoredHtml },
): Promise<ScheduledReplyRow> {
  if (input.sender_type === 'contact' || input.private || input.side_thread_uuid)
    throw invalid('send_at', 'Only replies to the customer can be sent later')
  const send_at = parseSendTime(tx, input.send_at)
  const { content, text_content } = parseAuthoredContent(input)
  const row = await tx.db
    .insertInto('scheduled_replies')
    .values({
      ...parseRecipients(input),
      ...(await parseAfter(tx, c, input.after, send_at)),
      content,
      text_content,
      send_at,
      hold_if_customer_replies: input.hold_if_customer_replies,
      history: input.history === 'all' ? 'all' : null,
      macros: json(await parseMessageMacros(tx, input.macros)),
      created_at: tx.now,
      updated_at: tx.now,
      written_at: tx.now,
      conversation_id: c.id,
      agent_id: tx.actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await scheduleMedia(tx, row, { ids: input.attachments, html: content })
  await queueScheduled(tx, row)
  const after = await refreshScheduledAt(tx, c)
  const message_id = await insertActivity(tx, after, {
    type: 'reply_scheduled',
    data: { send_at: send_at.toISOString() },
  })
  await tx.record({
    type: 'conversation.reply_scheduled',
    conversation: { before: c, after },
    message_ids: [message_id],
    data: { scheduled_reply: row.uuid, agent_id: row.agent_id },
  })
  return row
}

/** A new time replaces the job. */
export const queueScheduled = (tx: Tx, { id, send_at }: Pick<ScheduledReplyRow, 'id' | 'send_at'>) =>
  tx.enqueue('send_scheduled_reply', { id }, { key: sendScheduledJobKey(id), run_at: send_at })

export function parseSendTime(tx: Tx, text: string): Date {
  const send_at = new Date(text)
  const refusal = sendTimeRefusal(send_at, tx.now)
  if (refusal) throw invalid('send_at', refusal)
  return send_at
}

/**
 * The status change that follows the reply when it is sent. Refuses a missing permission, an unknown status, and a
 * change that the conversation does not allow now.
 */
export async function parseAfter(
  tx: Tx,
  c: ConversationRow,
  after: AfterSending | null,
  send_at: Date,
): Promise<Pick<ScheduledReplyRow, 'after_status_id' | 'after_snooze'>> {
  if (!after) return { after_status_id: null, after_snooze: null }
  assertPermission(tx, 'conversations:update_status')
  const snoozed_until = parseSnoozeTime(after.snoozed_until, send_at)
  if (snoozed_until && snoozed_until <= send_at)
    throw invalid('snoozed_until', 'Choose a time after the reply is sent')
  const { id } = await getAllowedStatus(tx, c, { status: after.status, snoozed_until })
  return { after_status_id: id, after_snooze: snoozed_until && (after.snoozed_until?.trim() ?? null) }
}
