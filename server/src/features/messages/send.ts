import type { MessageSend } from '@parley/contract/messages'
import { mostRecipients } from '@parley/contract/recipients'
import { isAddress } from '@parley/mail/compose-header'
import { htmlToText } from '@parley/mail/html-text'
import { sanitiseAuthored } from '@parley/mail/sanitise-authored'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import { forbidden, invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { customerAnswered } from '../conversations/customer-answered.ts'
import { tellAuthor } from '../conversations/seen.ts'
import { attachMedia } from '../media/attach.ts'
import { insertMessage, type MessageRow } from './insert.ts'

type Input = z.output<typeof MessageSend>

/** Writes a private note, queues a reply, or takes down what a contact said elsewhere (api-contract 4.9). */
export async function sendMessage(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  if (input.sender_type === 'contact') return writeAsContact(tx, c, input)
  return input.private ? writeNote(tx, c, input) : queueReply(tx, c, input)
}

async function writeNote(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  return add(tx, c, input, {
    type: 'outgoing',
    status: 'sent',
    private: true,
    sender_type: 'agent',
    sender_id: tx.actor.id,
  })
}

/** The reply is pending until a worker hands it to the inbox's mail server; row and job are one transaction. */
export async function queueReply(
  tx: Tx,
  c: ConversationRow,
  input: Omit<Input, 'sender_type' | 'private'>,
): Promise<MessageRow> {
  const [to, cc, bcc] = [input.to, input.cc, input.bcc].map((list) =>
    list.map((address) => address.toLowerCase()),
  )
  if (!to?.length) throw invalid('to', 'Say to whom this reply goes')
  const everybody = [...to, ...(cc ?? []), ...(bcc ?? [])]
  if (everybody.length > mostRecipients)
    throw invalid(
      'to',
      `A reply goes to ${mostRecipients} addresses at most; this one has ${everybody.length}`,
    )
  for (const address of everybody)
    if (!isAddress(address)) throw invalid('to', `"${address}" is not an email address`)

  const message = await add(tx, c, input, {
    type: 'outgoing',
    status: 'pending',
    sender_type: 'agent',
    sender_id: tx.actor.id,
    meta: json({ to, ...(cc?.length && { cc }), ...(bcc?.length && { bcc }) }),
  })
  await tx.db
    .insertInto('conversation_addresses')
    .values(everybody.map((address) => ({ conversation_id: c.id, address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.enqueue('send_message', { id: message.id }, { key: `send_message:${message.id}` })
  return message
}

async function writeAsContact(tx: Tx, c: ConversationRow, input: Input): Promise<MessageRow> {
  if (!tx.actor.permissions.has('messages:write_as_contact')) throw forbidden()
  if (input.private) throw invalid('private', 'A contact cannot write private notes')
  const open = await customerAnswered(tx, c)
  return add(
    tx,
    open,
    input,
    { type: 'incoming', status: 'received', sender_type: 'contact', sender_id: c.contact_id },
    { waiting_since: open.waiting_since ?? tx.now },
  )
}

type Values = Omit<Parameters<typeof insertMessage>[2], 'content' | 'text_content'>

async function add(
  tx: Tx,
  c: ConversationRow,
  input: Pick<Input, 'message' | 'attachments'>,
  values: Values,
  columns: { waiting_since?: Date } = {},
): Promise<MessageRow> {
  const content = sanitiseAuthored(input.message)
  const text_content = htmlToText(content)
  const hasImage = /<img\b/i.test(content)
  if (!text_content.trim() && !hasImage && input.attachments.length === 0)
    throw invalid('message', 'The message cannot be empty')

  const { message, conversation } = await insertMessage(
    tx,
    c,
    { ...values, content, text_content, has_attachments: input.attachments.length > 0 },
    columns,
  )
  await attachMedia(tx, message, { ids: input.attachments, html: content })
  await tx.record({
    type: 'message.created',
    conversation: { before: c, after: conversation },
    message_ids: [message.id],
    data: { message_type: message.type, private: message.private },
  })
  if (message.private) await tellAuthor(tx, conversation)
  return message
}
