import type { AuthoredHtml } from '../../../authored-html/clean-authored.ts'
import { assertPermission } from '../../../conversation-access.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { MessageRow } from '../../conversations/timeline/insert-message.ts'
import { parseAuthoredContent } from '../authored-content.ts'
import { parseRecipients, type Recipients } from '../recipients.ts'
import { queueSideMessage } from './queue-side-message.ts'
import { assertNotCustomer, lockSideThread, type SideThreadRow } from './side-threads.ts'

type Input = Recipients & {
  sender_type: 'agent' | 'contact'
  side_thread_uuid: string
  message: string
  attachments: number[]
  clean?: AuthoredHtml
}

/** Answers third parties in their side thread. */
export async function sendToSideThread(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  const { thread, recipients } = await getSideThreadFor(tx, c, input)
  const content = parseAuthoredContent({ ...input, private: false })
  return queueSideMessage(tx, c, thread, { ...content, ...recipients, attachments: input.attachments })
}

/** The side thread, if the actor may write to these recipients in it. */
export async function getSideThreadFor(
  tx: Tx,
  c: ConversationRow,
  input: Omit<Input, 'message' | 'attachments' | 'clean'>,
): Promise<{ thread: SideThreadRow; recipients: Recipients }> {
  assertPermission(tx, 'conversations:forward')
  if (input.sender_type === 'contact') throw invalid('sender_type', 'Contacts can’t write in a side thread')
  const thread = await lockSideThread(tx, c, input.side_thread_uuid)
  const recipients = parseRecipients(input)
  await assertNotCustomer(tx, c, recipients)
  return { thread, recipients }
}
