import type { Kind } from './conversation-plan.ts'
import type { Copy } from './copy-stream.ts'
import type { Turn } from './message-timeline.ts'
import type { Random } from './random.ts'
import { uuid } from './random.ts'
import type { TextGenerator } from './text-generator.ts'
import { inboxAddress } from './workspace.ts'
import { contactEmail } from './write-conversation.ts'

export const messageTables = {
  messages: [
    ...['id', 'uuid', 'created_at', 'updated_at', 'conversation_id', 'inbox_id', 'type', 'status', 'private'],
    ...['sender_type', 'sender_id', 'content_type', 'content', 'raw_content', 'text_content', 'complex'],
    ...['has_attachments', 'meta', 'activity', 'source_id', 'body_hash', 'delivery_id', 'sent_at'],
  ],
  thread_ids: ['source_id', 'conversation_id', 'inbox_id', 'message_id'],
  media: [
    ...[
      'uuid',
      'created_at',
      'updated_at',
      'filename',
      'content_type',
      'disposition',
      'size',
      'content_hash',
    ],
    ...['model_type', 'message_id'],
  ],
  mail_deliveries: [
    ...['id', 'received_at', 'updated_at', 'inbox_id', 'source', 'envelope', 'raw_hash', 'raw_size'],
    ...['message_id', 'body_hash', 'from_address', 'state', 'conversation_id', 'stored_message_id'],
  ],
}

/** The rows of one message: the message itself and, for email unless narrow, its ids, files and ledger row. */
export function writeMessage(
  copies: Record<keyof typeof messageTables, Copy>,
  id: number,
  { plan, index }: Turn,
  { bodies, random, narrow }: { bodies: TextGenerator; random: Random; narrow: boolean },
): void {
  const planned = plan.messages[index]
  if (!planned) return
  const { kind, agent, seed } = planned
  const at = new Date(planned.at)
  const isMail = kind === 'mail'
  const columns = columnsOf[kind]
  const body = narrow || kind === 'activity' ? emptyBody : bodies.body(seed, kind)
  const { source_id, body_hash, hasFiles } = narrow ? noEmail : emailOf(kind, id, random)
  const contact = contactEmail(plan.contact_id)

  copies.messages.row([
    ...[id, uuid(random), at, at, plan.id, plan.inbox_id],
    ...[columns.type, columns.status, columns.private, columns.sender_type],
    ...[isMail ? plan.contact_id : agent, columns.content_type],
    ...[body.content, isMail ? body.raw_content : null, body.text_content, body.complex],
    hasFiles,
    metaOf(kind, contact),
    columns.activity,
    source_id,
    body_hash,
    body_hash ? id : null,
    kind === 'reply' ? at : null,
  ])
  if (source_id) copies.thread_ids.row([source_id, plan.id, plan.inbox_id, id])
  if (hasFiles) writeFiles(copies.media, id, at, random)
  if (body_hash)
    copies.mail_deliveries.row([
      ...[id, at, at, plan.inbox_id, 'smtp'],
      `{"peer":"192.0.2.7","helo":"mail.example.com","from":"${contact}","recipients":["${inboxAddress(1)}"]}`,
      ...[hashLike(random), Math.floor(2000 + random() * 8000), source_id, body_hash, contact],
      ...['threaded', plan.id, id],
    ])
}

type Email = { source_id: string | null; body_hash: string | null; hasFiles: boolean }

const noEmail: Email = { source_id: null, body_hash: null, hasFiles: false }

/** What only email has. Of what agents send, the Message-ID alone. */
function emailOf(kind: Kind, id: number, random: Random): Email {
  if (kind !== 'mail' && kind !== 'reply') return noEmail
  const source_id = `${uuid(random)}.${id}@mail.example.com`
  if (kind === 'reply') return { ...noEmail, source_id }
  return { source_id, body_hash: hashLike(random), hasFiles: random() < 0.06 }
}

const agentDefaults = { status: 'sent', sender_type: 'agent', content_type: 'html', activity: null }
/** The columns that depend on the kind alone. */
const columnsOf = {
  mail: { ...agentDefaults, type: 'incoming', status: 'received', private: false, sender_type: 'contact' },
  reply: { ...agentDefaults, type: 'outgoing', private: false },
  note: { ...agentDefaults, type: 'outgoing', private: true },
  activity: {
    ...agentDefaults,
    type: 'activity',
    private: true,
    content_type: 'text',
    activity: '{"type":"status_changed","data":{"status":"Open"}}',
  },
}
const emptyBody = { content: '', raw_content: null, text_content: '', complex: false }

function metaOf(kind: Kind, contact: string): string {
  if (kind === 'mail') return `{"from":["${contact}"],"to":["${inboxAddress(1)}"],"cc":[],"bcc":[]}`
  if (kind === 'reply') return `{"from":["${inboxAddress(1)}"],"to":["${contact}"],"cc":[],"bcc":[]}`
  return '{}'
}

function writeFiles(copy: Copy, messageId: number, at: Date, random: Random): void {
  for (let n = 0; n < 1 + random() * 2; n++)
    copy.row([
      ...[uuid(random), at, at, `document-${n + 1}.pdf`, 'application/pdf', 'attachment'],
      ...[Math.floor(20_000 + random() * 2_000_000), hashLike(random), 'messages', messageId],
    ])
}

/** As long and as random as a SHA-256, but cheap. */
function hashLike(random: Random): string {
  let hex = '\\\\x'
  for (let n = 0; n < 8; n++)
    hex += Math.floor(random() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  return hex
}
