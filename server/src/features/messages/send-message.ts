import type { MessageMeta, MessageSend } from '@parley/contract/messages/messages'
import type { z } from 'zod'
import type { AuthoredHtml } from '../../authored-html/clean-authored.ts'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { forbidden, invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { handleCustomerReply } from '../conversations/handle-customer-reply.ts'
import { recordUnreadForAuthor } from '../conversations/mark-seen.ts'
import { insertMessage, type MessageRow } from '../conversations/timeline/insert-message.ts'
import { attachMedia } from '../media/attach-media.ts'
import { parseAuthoredContent } from './authored-content.ts'
import { findMentions, insertMentions, type Mentions } from './mentions.ts'
import { lacksHistory } from './quoted-history.ts'
import { allRecipients, parseRecipients } from './recipients.ts'
import { sendToSideThread } from './side-threads/send-to-side-thread.ts'

type Input = Omit<
  z.output<typeof MessageSend>,
  | 'undo_seconds'
  | 'send_at'
  | 'hold_if_customer_replies'
  | 'after'
  | 'macros'
  | 'history'
  | 'side_thread_uuid'
  | 'draft'
  | 'last_seen_uuid'
  | 'send_despite'
> & {
  clean?: AuthoredHtml
  history?: 'known' | 'all'
  side_thread_uuid?: string | null | undefined
}
/**
 * `written` is set if the reply was held: its uuid is already assigned, and it answers only messages that had arrived
 * by then.
 */
type Reply = Omit<Input, 'sender_type' | 'private' | 'side_thread_uuid'> & {
  written?: { uuid: string; at: Date }
}

/**
 * Writes a private note, queues a reply to the customer or to third parties, or records what a contact said through
 * another channel (docs/spec/wire.md#messages).
 */
export async function sendMessage(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  const { side_thread_uuid } = input
  if (side_thread_uuid) return sendToSideThread(tx, c, { ...input, side_thread_uuid })
  if (input.sender_type === 'contact') return writeAsContact(tx, c, input)
  return input.private ? writeNote(tx, c, input) : queueReply(tx, c, input)
}

/** The whole history is sent to anyone whom the author names. */
export function assertMayQuote({ actor }: Tx, { history }: Pick<Input, 'history'>): void {
  if (history === 'all' && !actor.permissions.has('messages:read')) throw forbidden()
}

async function writeNote(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  const clean = parseAuthoredContent({ ...input, private: true })
  const mentions = await findMentions(tx, c, clean.content)
  return addMessage(
    tx,
    c,
    { ...input, clean: { ...clean, content: mentions.content }, mentions },
    {
      type: 'outgoing',
      status: 'sent',
      private: true,
      sender_type: 'agent',
      sender_id: tx.actor.id,
      meta: json({
        ...reasonOf(tx),
        ...(mentions.unreached.length > 0 && { unreached_mentions: mentions.unreached }),
      }),
    },
  )
}

/**
 * The reply stays pending until a worker hands it to the inbox's mail server. Row and job are written in one
 * transaction.
 */
export async function queueReply(tx: Tx, c: ConversationRow, input: Reply): Promise<MessageRow> {
  const { to, cc, bcc } = parseRecipients(input)
  const message = await addMessage(tx, c, input, {
    type: 'outgoing',
    status: 'pending',
    sender_type: 'agent',
    sender_id: tx.actor.id,
    meta: json({
      to,
      ...(cc.length && { cc }),
      ...(bcc.length && { bcc }),
      ...(input.history !== 'all' &&
        (await lacksHistory(tx, c, { to, cc, bcc })) && { history_withheld: true }),
      ...reasonOf(tx),
    }),
    ...(input.written && { uuid: input.written.uuid, written_at: input.written.at }),
  })
  await tx.db
    .insertInto('conversation_addresses')
    .values(allRecipients({ to, cc, bcc }).map((address) => ({ conversation_id: c.id, address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.enqueue('send_message', { id: message.id }, { key: `send_message:${message.id}` })
  return message
}

/** An automatic message carries its reason, as activity lines do. */
const reasonOf = ({ actor: { why } }: Tx): Pick<MessageMeta, 'why'> => (why ? { why } : {})

async function writeAsContact(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  if (!tx.actor.permissions.has('messages:write_as_contact')) throw forbidden()
  if (input.private) throw invalid('private', 'Contacts can’t write private notes')
  const reopened = await handleCustomerReply(tx, c)
  return addMessage(
    tx,
    reopened,
    input,
    { type: 'incoming', status: 'received', sender_type: 'contact', sender_id: c.contact_id },
    { waiting_since: reopened.waiting_since ?? tx.now },
  )
}

type Values = Omit<Parameters<typeof insertMessage>[2], 'content' | 'text_content'>

async function addMessage(
  tx: Tx,
  c: ConversationRow,
  input: Pick<Input, 'message' | 'attachments' | 'clean'> & { mentions?: Mentions },
  values: Values,
  columns: { waiting_since?: Date } = {},
): Promise<MessageRow> {
  const authored = parseAuthoredContent({ ...input, private: values.private === true })
  const { message, conversation } = await insertMessage(tx, c, { ...values, ...authored }, columns)
  await attachMedia(tx, message, { ids: input.attachments, html: message.content })
  const { mentions } = input
  if (mentions) await insertMentions(tx, message.id, mentions)
  await tx.record({
    type: 'message.created',
    conversation: { before: c, after: conversation },
    message_ids: [message.id],
    data: {
      message_type: message.type,
      private: message.private,
      ...(mentions && mentions.agent_ids.length > 0 && { mentioned_agent_ids: mentions.agent_ids }),
      ...(mentions && mentions.team_ids.length > 0 && { mentioned_team_ids: mentions.team_ids }),
    },
  })
  if (message.private) await recordUnreadForAuthor(tx, conversation)
  return message
}
