import type { MessageSend } from '@parley/contract/messages'
import type { z } from 'zod'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { mustHave } from '../conversations/access.ts'
import { setStatus } from '../conversations/set-status.ts'
import { readSnoozeTime } from '../conversations/snooze-time.ts'
import type { MessageRow } from './insert.ts'
import { sendMessage } from './send.ts'

/** Sends at once and, where asked, resolves or snoozes in the same moment: both happen or neither does. */
export async function sendAndMove(
  tx: Tx,
  c: ConversationRow,
  input: z.output<typeof MessageSend>,
): Promise<MessageRow> {
  const message = await sendMessage(tx, c, input)
  if (!input.after) return message
  mustHave(tx, 'conversations:update_status')
  const now = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', c.id)
    .executeTakeFirstOrThrow()
  await setStatus(tx, now, {
    status: input.after.status,
    snoozed_until: readSnoozeTime(input.after.snoozed_until, tx.now),
  })
  return message
}
