import type { MessageSend } from '@parley/contract/messages'
import type { z } from 'zod'
import type { AuthoredHtml } from '../../authored-html/clean.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { mustHave } from '../conversations/access.ts'
import { setStatus } from '../conversations/set-status.ts'
import { readSnoozeTime } from '../conversations/snooze-time.ts'
import { applyChosen, readChosen } from '../macros/chosen.ts'
import type { MessageRow } from './insert.ts'
import { sendMessage } from './send.ts'

/** Sends at once, does what its macros do, and where asked resolves or snoozes in the same moment: both happen or neither does. */
export async function sendAndMove(
  tx: Tx,
  c: ConversationRow,
  input: z.output<typeof MessageSend> & { clean?: AuthoredHtml },
): Promise<MessageRow> {
  const macros = await readChosen(tx, input.macros)
  const message = await sendMessage(tx, c, input)
  if (!input.after && macros.length === 0) return message
  if (input.after) mustHave(tx, 'conversations:update_status')
  const sent = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', c.id)
    .executeTakeFirstOrThrow()
  const now = await applyChosen(tx, sent, macros)
  if (input.after)
    await setStatus(tx, now, {
      status: input.after.status,
      snoozed_until: readSnoozeTime(input.after.snoozed_until, tx.now),
    })
  return message
}
