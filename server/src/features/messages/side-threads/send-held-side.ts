import { htmlToText } from '@parley/mail/html/html-to-text'
import type { Tx } from '../../../db/transaction.ts'
import { notFound } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { MessageRow } from '../../conversations/timeline/insert-message.ts'
import type { HeldSendRow } from '../held/hold-reply.ts'
import { startSideThread } from './forward-conversation.ts'
import { heldSide } from './held-side.ts'
import { queueSideMessage } from './queue-side-message.ts'

/** Sends a held email to third parties; null if it is a reply to the customer. */
export async function sendHeldSide(
  tx: Tx,
  c: ConversationRow,
  held: HeldSendRow,
  { attachments, written }: { attachments: number[]; written: { uuid: string; at: Date } },
): Promise<MessageRow | null> {
  const side = heldSide(held)
  if (!side) return null
  const message = {
    ...side,
    content: held.content,
    text_content: held.text_content ?? htmlToText(held.content),
    attachments,
    written,
  }
  if (side.side_thread_id === null) return startSideThread(tx, c, message)
  const thread = await tx.db
    .selectFrom('side_threads')
    .selectAll()
    .where('id', '=', side.side_thread_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!thread) throw notFound('Side thread')
  return queueSideMessage(tx, c, thread, message)
}
