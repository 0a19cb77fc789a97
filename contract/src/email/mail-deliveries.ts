import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParam, idParams, instant, pageOf, pageQuery } from '../shared/fields.ts'
import { deliveryStates } from './mail-delivery-states.ts'

/** A row of the ledger of received email: a delivery, its outcome, and the reason. */
export const MailDelivery = z.object({
  id,
  received_at: instant,
  inbox_id: id.nullable(),
  source: z.enum(['imap', 'smtp', 'api']),
  envelope: z.object({
    peer: z.string().nullable(),
    helo: z.string().nullable(),
    from: z.string().nullable(),
    recipients: z.array(z.string()),
  }),
  message_id: z.string().nullable(),
  subject: z.string().nullable(),
  from_address: z.string().nullable(),
  size: z.int(),
  state: z.enum(deliveryStates),
  reason: z.string().nullable(),
  attempts: z.int(),
  conversation_uuid: z.uuid().nullable(),
  message_uuid: z.uuid().nullable(),
  duplicate_of_id: id.nullable(),
})
export type MailDelivery = z.infer<typeof MailDelivery>

/** Why a delivery cannot be processed again, or null when it can. */
export const replayRefusal = ({ state }: Pick<MailDelivery, 'state'>): string | null => {
  if (state === 'threaded') return 'This email is already in its conversation'
  if (state === 'received') return 'This email is already queued'
  if (state === 'erased') return 'This email was erased'
  return null
}

/** Why a delivery cannot be erased, or null when it can. */
export const eraseRefusal = ({ state }: Pick<MailDelivery, 'state'>): string | null => {
  if (state === 'threaded') return 'This email is part of a conversation'
  if (state === 'received') return 'This email is being processed. Try again in a moment'
  if (state === 'erased') return 'This email was already erased'
  return null
}

/** A mailbox that an inbox reads over IMAP, and its status. */
export const WatchedMailbox = z.object({
  inbox_id: id,
  /** `user@server/folder` */
  mailbox: z.string(),
  /** When it was last fully synchronised; null before the first time. */
  synced_at: instant.nullable(),
  /** Email from before this time is not read. */
  since: instant.nullable(),
  /** Why it cannot be read at the moment, in the server's words. */
  last_error: z.string().nullable(),
  /** The number of messages in the mailbox since `since`, and how many of them were received; null before the first count. */
  messages_on_server: z.int().nullable(),
  messages_received: z.int().nullable(),
  /** The difference: messages still to be fetched. */
  missing: z.int().nullable(),
  /** When the mailbox was last compared with the ledger, message by message. */
  checked_at: instant.nullable(),
})
export type WatchedMailbox = z.infer<typeof WatchedMailbox>

/** The receiving status of an inbox: its newest email, what is queued or quarantined, and its mailboxes. */
export const InboxHealth = z.object({
  inbox_id: id,
  last_mail_at: instant.nullable(),
  /** Received emails that are not processed yet. */
  waiting: z.int(),
  /** When the oldest of them was received: how far processing lags behind. */
  waiting_since: instant.nullable(),
  quarantined: z.int(),
  mailboxes: z.array(WatchedMailbox),
})
export type InboxHealth = z.infer<typeof InboxHealth>

export const ReceivingHealth = z.object({
  /** The domain of the inboxes' receiving addresses; null until one is configured. */
  mail_host: z.string().nullable(),
  /** The port of the built-in SMTP receiver; null when it is disabled. */
  receiver_port: z.int().nullable(),
  inboxes: z.array(InboxHealth),
})
export type ReceivingHealth = z.infer<typeof ReceivingHealth>

const tag = 'email'
export const getReceivingHealth = endpoint({
  method: 'GET',
  path: '/api/v1/email/health',
  access: 'inboxes:manage',
  summary: 'How each inbox receives: newest email, lag, quarantine, errors',
  tag,
  response: ReceivingHealth,
})
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/email/deliveries',
  access: 'inboxes:manage',
  summary: 'List received email, newest first',
  tag,
  query: z.object({
    ...pageQuery(50),
    state: z.enum(deliveryStates).optional(),
    inbox_id: idParam.optional(),
  }),
  response: pageOf(MailDelivery),
})
export const countDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/email/deliveries/counts',
  access: 'inboxes:manage',
  summary: 'How many emails are in each state',
  tag,
  response: z.object({
    received: z.int(),
    threaded: z.int(),
    quarantined: z.int(),
    ignored: z.int(),
    erased: z.int(),
  }),
})
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/email/deliveries/:id/replay',
  access: 'inboxes:manage',
  summary: 'Process a quarantined or ignored email again',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const eraseDelivery = endpoint({
  method: 'DELETE',
  path: '/api/v1/email/deliveries/:id',
  access: 'inboxes:manage',
  summary: 'Erase the content of a quarantined or ignored email, and never import it again',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const readDeliveryHeaders = endpoint({
  method: 'GET',
  path: '/api/v1/email/deliveries/:id/headers',
  access: 'inboxes:manage',
  summary: 'The headers of a raw email as received, at most 64 kB',
  tag,
  params: idParams,
  response: z.object({ headers: z.string(), is_cut: z.boolean() }),
})
/** Returns the original bytes as a download, without an envelope. */
export const downloadDelivery = endpoint({
  method: 'GET',
  path: '/api/v1/email/deliveries/:id/raw',
  access: 'inboxes:manage',
  summary: 'Download the raw email of a delivery',
  tag,
  params: idParams,
  response: acknowledgement,
  raw_media_type: 'message/rfc822',
})
export const listMailboxes = endpoint({
  method: 'GET',
  path: '/api/v1/email/mailboxes',
  access: 'inboxes:manage',
  summary: 'List the IMAP mailboxes and their problems',
  tag,
  response: z.array(WatchedMailbox),
})
