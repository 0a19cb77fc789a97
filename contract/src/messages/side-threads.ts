import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { instant, optionalListOf, singleLine, uuidParams } from '../shared/fields.ts'
import { maxUndoSeconds } from './held-sends.ts'
import { addressList, type Message, SentMessage } from './messages.ts'

/** An email exchange with third parties about a conversation. Only the team sees it, never the customer. */
export const SideThread = z.object({
  uuid: z.uuid(),
  created_at: instant,
  subject: z.string(),
  /** The addresses that agents have written to. */
  participants: z.array(z.string()),
  created_by: z.object({ id: z.int(), first_name: z.string(), last_name: z.string() }),
  message_count: z.int(),
  /** Null until its first email exists. */
  last_message: z
    .object({
      uuid: z.uuid(),
      created_at: instant,
      /** The beginning of its text. */
      preview: z.string(),
      sender_name: z.string(),
      /** Written by a third party rather than by an agent. */
      is_answer: z.boolean(),
    })
    .nullable(),
})
export type SideThread = z.infer<typeof SideThread>

export const Forward = z.object({
  /** The message to forward. Omitted: all emails between the customer and the team. Notes and side threads are never included. */
  message_uuid: z.uuid().nullish(),
  to: addressList,
  cc: addressList,
  bcc: addressList,
  /** Default: the conversation’s subject after "Fwd:". */
  subject: singleLine(1000).nullish(),
  /** An introduction above the forwarded emails. HTML. */
  message: z.string().max(2_000_000).default(''),
  /** Ids of uploads to attach. */
  attachments: optionalListOf(z.int().positive()),
  /** UUIDs of the attachments of the forwarded emails to include. Omitted: all. */
  forward_attachments: z.array(z.uuid()).max(1000).nullish(),
  /** How long the email is held and can be undone, as for replies. */
  undo_seconds: z.int().min(0).max(maxUndoSeconds).default(0),
})
export type Forward = z.input<typeof Forward>

/** Why this message cannot be forwarded, or null when it can. */
export const forwardRefusal = (m: Pick<Message, 'type' | 'private'>): string | null => {
  if (m.type === 'activity') return 'Only emails can be forwarded'
  return m.private ? 'Notes and side threads stay in the team. Copy the text to forward it' : null
}

const tag = 'messages'
export const forwardConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:uuid/forward',
  access: 'conversations:forward',
  summary:
    'Forward a message or the whole conversation to third parties. Starts a side thread: their answers land in it, and the customer never sees it',
  tag,
  params: uuidParams,
  body: Forward,
  response: SentMessage,
})
export const listSideThreads = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:uuid/side-threads',
  access: 'messages:read',
  summary: 'List the side threads of a conversation, oldest first',
  tag,
  params: uuidParams,
  response: z.array(SideThread),
})
