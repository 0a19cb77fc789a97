import type { forwardConversation as endpoint } from '@parley/contract/messages/side-threads'
import type { z } from 'zod'
import type { AuthoredHtml } from '../../../authored-html/clean-authored.ts'
import type { Tx } from '../../../db/transaction.ts'
import { forbidden } from '../../../http/errors.ts'
import { indexFiles } from '../../../search-index/index-files.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { MessageRow } from '../../conversations/timeline/insert-message.ts'
import { type HeldSendRow, insertHeldSend } from '../held/hold-reply.ts'
import { parseRecipients, type Recipients } from '../recipients.ts'
import {
  buildForwarded,
  insertFileCopies,
  listForwardable,
  listForwardedAttachments,
} from './forwarded-messages.ts'
import type { HeldSide } from './held-side.ts'
import { queueSideMessage } from './queue-side-message.ts'
import { assertNotCustomer } from './side-threads.ts'

type Input = z.output<(typeof endpoint)['body']> & { clean: AuthoredHtml }

/** Forwards emails to third parties and starts a side thread with them (docs/spec/wire.md#side-threads). */
export async function forwardConversation(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  const held = await prepareForward(tx, c, input)
  return startSideThread(tx, c, { ...input.clean, ...held, attachments: input.attachments })
}

/** The same with an undo window. Until it ends, neither the side thread nor its email exists. */
export async function holdForward(tx: Tx, c: ConversationRow, input: Input): Promise<HeldSendRow> {
  return insertHeldSend(tx, {
    ...input.clean,
    conversation_id: c.id,
    side_thread: await prepareForward(tx, c, input),
    to: [],
    cc: [],
    bcc: [],
    macros: [],
    start: null,
    undo_seconds: input.undo_seconds,
    attachments: input.attachments,
  })
}

/** Everything that can be refused is refused here. */
async function prepareForward(tx: Tx, c: ConversationRow, input: Input): Promise<HeldSide> {
  if (!tx.actor.permissions.has('messages:read')) throw forbidden()
  const recipients = parseRecipients(input)
  await assertNotCustomer(tx, c, recipients)
  const message_ids = (await listForwardable(tx, c, input.message_uuid ?? null)).map(({ id }) => id)
  await listForwardedAttachments(tx, message_ids, input.forward_attachments ?? null)
  return {
    ...recipients,
    side_thread_id: null,
    subject: input.subject || `Fwd: ${c.subject ?? ''}`.trim(),
    forward: {
      message_ids,
      message_uuid: input.message_uuid ?? null,
      forward_attachments: input.forward_attachments ?? null,
    },
  }
}

/** Creates the side thread with its first email. `content` is the introduction. */
export async function startSideThread(
  tx: Tx,
  c: ConversationRow,
  start: Recipients &
    HeldSide & {
      content: string
      text_content: string
      attachments: number[]
      written?: { uuid: string; at: Date }
    },
): Promise<MessageRow> {
  const { message_ids = [], forward_attachments = null } = start.forward ?? {}
  const files = await listForwardedAttachments(tx, message_ids, forward_attachments)
  const { content, text_content, complex, remote_images, ...forwarded } = await buildForwarded(tx, c, {
    introduction: start,
    message_ids,
    attachments: files,
  })
  const thread = await tx.db
    .insertInto('side_threads')
    .values({
      created_at: tx.now,
      conversation_id: c.id,
      subject: start.subject,
      participants: [],
      created_by_id: tx.actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return queueSideMessage(tx, c, thread, {
    ...{ to: start.to, cc: start.cc, bcc: start.bcc },
    ...{ content, text_content, complex, remote_images },
    attachments: start.attachments,
    has_attachments: start.attachments.length + files.length > 0,
    ...(start.written && { written: start.written }),
    async addFiles(message) {
      await insertFileCopies(tx, message.id, forwarded.files)
      await indexFiles(tx.db, message.id)
    },
  })
}
