import type { ScheduledReplyChange } from '@parley/contract/messages/scheduled-replies'
import { sql } from 'kysely'
import type { AuthoredHtml } from '../../../authored-html/clean-authored.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { refreshScheduledAt } from '../../conversations/scheduled-replies.ts'
import { insertActivity } from '../../conversations/timeline/insert-message.ts'
import { scheduleMedia } from '../../media/attach-media.ts'
import { parseAuthoredContent } from '../authored-content.ts'
import { parseRecipients } from '../recipients.ts'
import { parseAfter, parseSendTime, queueScheduled } from './schedule-reply.ts'
import { lockPendingReply, type ScheduledReplyRow } from './scheduled-row.ts'

type Change = ScheduledReplyChange & { clean?: AuthoredHtml | undefined }

/** Changes what is sent, or when. Whoever changes it has read the conversation, so it answers what arrived by now. */
export async function changeScheduled(
  tx: Tx,
  c: ConversationRow,
  uuid: string,
  change: Change,
): Promise<ScheduledReplyRow> {
  const row = await lockPendingReply(tx, c, uuid)
  if (change.version !== undefined && change.version !== row.version)
    throw conflict('Somebody has changed this reply since. Look at it again before changing it')
  const send_at = change.send_at === undefined ? row.send_at : parseSendTime(tx, change.send_at)
  const content = await changeContent(tx, row, change)
  const next = await tx.db
    .updateTable('scheduled_replies')
    .set({
      ...content,
      ...parseRecipients({ ...row, ...recipientsOf(change) }),
      ...(change.after !== undefined && (await parseAfter(tx, c, change.after, send_at))),
      ...(change.send_at !== undefined && { send_at, on_hold_since: null, on_hold_reason: null }),
      hold_if_customer_replies: change.hold_if_customer_replies ?? row.hold_if_customer_replies,
      written_at: tx.now,
      updated_at: tx.now,
      version: sql`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (change.send_at !== undefined) await queueScheduled(tx, next)
  const after = await refreshScheduledAt(tx, c)
  const isRescheduled = change.send_at !== undefined
  const message_id = await insertActivity(
    tx,
    after,
    isRescheduled
      ? { type: 'reply_rescheduled', data: { send_at: send_at.toISOString() } }
      : { type: 'scheduled_reply_edited', data: {} },
  )
  await tx.record({
    type: 'conversation.scheduled_reply_changed',
    conversation: { before: c, after },
    message_ids: [message_id],
    data: { scheduled_reply: row.uuid, agent_id: row.agent_id },
  })
  return next
}

async function changeContent(
  tx: Tx,
  row: ScheduledReplyRow,
  { message, attachments, clean }: Change,
): Promise<Partial<ScheduledReplyRow>> {
  if (message === undefined && attachments === undefined) return {}
  const files = await tx.db
    .selectFrom('media')
    .select(['id', 'uuid'])
    .where('scheduled_reply_id', '=', row.id)
    .execute()
  const ids = attachments ?? files.filter(({ uuid }) => !row.content.includes(uuid)).map(({ id }) => id)
  const current = { content: row.content, text_content: row.text_content }
  const { content, text_content } = parseAuthoredContent({
    message: message ?? row.content,
    attachments: ids,
    private: false,
    clean: message === undefined ? current : clean,
  })
  await scheduleMedia(tx, row, { ids, html: content })
  return { content, text_content }
}

const recipientsOf = ({ to, cc, bcc }: Change) => ({
  ...(to && { to }),
  ...(cc && { cc }),
  ...(bcc && { bcc }),
})
