import type { MessageSend } from '@parley/contract/messages/messages'
import type { z } from 'zod'
import type { AuthoredHtml } from '../../authored-html/clean-authored.ts'
import { assertPermission } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { setStatus } from '../conversations/set-status.ts'
import { parseSnoozeTime } from '../conversations/snooze-time.ts'
import type { MessageRow } from '../conversations/timeline/insert-message.ts'
import { applyMessageMacros, parseMessageMacros } from '../macros/message-macros.ts'
import { assignToReplier } from './assign-to-replier.ts'
import { sendMessage } from './send-message.ts'

/**
 * Sends immediately, applies the macros, and optionally resolves or snoozes in the same transaction: all of it happens
 * or none.
 */
export async function sendAndSetStatus(
  tx: Tx,
  c: ConversationRow,
  input: z.output<typeof MessageSend> & { clean?: AuthoredHtml },
): Promise<MessageRow> {
  const macros = await parseMessageMacros(tx, input.macros)
  const message = await sendMessage(tx, c, input)
  if (isReply(message)) await assignToReplier(tx, c.id)
  if (!input.after && macros.length === 0) return message
  if (input.after) assertPermission(tx, 'conversations:update_status')
  const updated = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', c.id)
    .executeTakeFirstOrThrow()
  const current = await applyMessageMacros(tx, updated, macros)
  if (input.after)
    await setStatus(tx, current, {
      status: input.after.status,
      snoozed_until: parseSnoozeTime(input.after.snoozed_until, tx.now),
    })
  return message
}

const isReply = ({ type, private: isPrivate, sender_type }: MessageRow) =>
  type === 'outgoing' && !isPrivate && sender_type === 'agent'
