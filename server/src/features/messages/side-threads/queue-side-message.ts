import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { recordUnreadForAuthor } from '../../conversations/mark-seen.ts'
import { insertMessage, type MessageRow } from '../../conversations/timeline/insert-message.ts'
import { attachMedia } from '../../media/attach-media.ts'
import type { Recipients } from '../recipients.ts'
import { addParticipants, type SideThreadRow } from './side-threads.ts'

export type SideMessage = Recipients & {
  /** Sanitised, without mentions. */
  content: string
  text_content: string
  /** Ids of uploads. */
  attachments: number[]
  has_attachments?: boolean
  complex?: boolean
  remote_images?: number
  written?: { uuid: string; at: Date }
  /** Called with the message before its event is recorded. */
  addFiles?: (message: MessageRow) => Promise<void>
}

/**
 * Queues an email to third parties. It is a private message of its conversation, so it neither answers the customer nor
 * changes what lists show of them, and is pending until a worker has sent it.
 */
export async function queueSideMessage(
  tx: Tx,
  c: ConversationRow,
  thread: SideThreadRow,
  side: SideMessage,
): Promise<MessageRow> {
  const { to, cc, bcc } = side
  await addParticipants(tx, thread, side)
  const { message, conversation } = await insertMessage(tx, c, {
    type: 'outgoing',
    status: 'pending',
    private: true,
    side_thread_id: thread.id,
    sender_type: 'agent',
    sender_id: tx.actor.id,
    content: side.content,
    text_content: side.text_content,
    has_attachments: side.has_attachments ?? side.attachments.length > 0,
    complex: side.complex ?? false,
    remote_images: side.remote_images ?? 0,
    meta: json({ to, ...(cc.length && { cc }), ...(bcc.length && { bcc }), subject: thread.subject }),
    ...(side.written && { uuid: side.written.uuid, written_at: side.written.at }),
  })
  await attachMedia(tx, message, { ids: side.attachments, html: message.content })
  await side.addFiles?.(message)
  await tx.record({
    type: 'message.created',
    conversation: { before: c, after: conversation },
    message_ids: [message.id],
    data: { message_type: 'outgoing', private: true, side_thread: thread.uuid },
  })
  await recordUnreadForAuthor(tx, conversation)
  await tx.enqueue('send_message', { id: message.id }, { key: `send_message:${message.id}` })
  return message
}
