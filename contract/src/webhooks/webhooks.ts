import { z } from 'zod'
import { ConversationShared } from '../conversations/conversations.ts'
import { trashReasons } from '../conversations/hidden-conversations.ts'
import { Message } from '../messages/messages.ts'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  acknowledgement,
  id,
  idParam,
  idParams,
  instant,
  nonEmptyLine,
  pageOf,
  pageQuery,
  singleLine,
  singleLineMessage,
  singleLinePattern,
} from '../shared/fields.ts'

export const webhookEvents = [
  'conversation.created',
  'conversation.status_changed',
  'conversation.tags_changed',
  'conversation.assigned',
  'conversation.unassigned',
  'conversation.merged',
  'conversation.unmerged',
  'conversation.split',
  'conversation.moved',
  'conversation.deleted',
  'conversation.restored',
  'message.created',
  'message.updated',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const actor_id = z.int().nullable()
const conversation_uuid = z.uuid()

/** The payload of each event (docs/spec/wire.md#webhooks), as of when it happened. */
export const webhookPayloads = {
  'conversation.created': ConversationShared.extend({ previous_conversations: z.null() }),
  'conversation.status_changed': z.object({
    conversation_uuid,
    previous_status: z.string(),
    new_status: z.string(),
    /** "" unless snoozed. */
    snooze_until: z.union([instant, z.literal('')]),
    actor_id,
  }),
  'conversation.tags_changed': z.object({
    conversation_uuid,
    previous_tags: z.array(z.string()),
    new_tags: z.array(z.string()),
    actor_id,
  }),
  'conversation.assigned': z.object({ conversation_uuid, assigned_to: id, actor_id }),
  'conversation.unassigned': z.object({ conversation_uuid, actor_id }),
  /** Read and answered in another conversation from now on. */
  'conversation.merged': z.object({ conversation_uuid, merged_into: z.uuid(), actor_id }),
  'conversation.unmerged': z.object({ conversation_uuid, unmerged_from: z.uuid(), actor_id }),
  /** A message and the later ones are now messages of a new conversation. */
  'conversation.split': z.object({
    conversation_uuid,
    new_conversation_uuid: z.uuid(),
    message_uuid: z.uuid(),
    message_count: z.int(),
    actor_id,
  }),
  'conversation.moved': z.object({ conversation_uuid, previous_inbox_id: id, inbox_id: id, actor_id }),
  'conversation.deleted': z.object({ conversation_uuid, reason: z.enum(trashReasons), actor_id }),
  'conversation.restored': z.object({ conversation_uuid, actor_id }),
  'message.created': Message,
  'message.updated': Message,
  /** Only sent by the test call. */
  'webhook.test': z.object({ id: z.int(), name: z.string() }),
} satisfies Record<WebhookEvent | 'webhook.test', z.ZodType>

/** The body of every webhook request: UTC, in whole seconds. */
export const webhookBody = <E extends keyof typeof webhookPayloads>(event: E) =>
  z.object({ event: z.literal(event), timestamp: instant, payload: webhookPayloads[event] })

/** Why this URL can never be a webhook receiver, whatever responds there, or null. */
export function webhookUrlRefusal(address: string): string | null {
  if (address === '') return 'This cannot be empty'
  if (!URL.canParse(address)) return 'Enter the full URL, such as https://example.com/parley'
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return 'The URL must start with https:// or http://'
  return username || password ? 'Enter the URL without a username or password' : null
}

export const Webhook = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** Ten bullets if one is stored. */
  secret: z.string(),
  is_active: z.boolean(),
  last_delivered_at: instant.nullable(),
  /** When delivery attempts started to fail; null as soon as one succeeds. */
  failing_since: instant.nullable(),
  last_failure: z.string().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

const webhookUrl = z
  .string()
  .trim()
  .max(2048)
  .superRefine((address, { addIssue }) => {
    const message = webhookUrlRefusal(address)
    if (message) addIssue({ code: 'custom', message })
  })
/** "" and ten bullets keep the stored value. */
const secret = z.string().max(255).regex(singleLinePattern, singleLineMessage).default('')

export const WebhookWrite = z.object({
  name: nonEmptyLine(255),
  url: webhookUrl,
  events: z
    .array(z.enum(webhookEvents, { error: `An event must be one of ${webhookEvents.join(', ')}` }))
    .min(1, 'Choose at least one event')
    .transform((events) => [...new Set(events)]),
  secret,
  /** Treats an empty secret as "no secret" instead of keeping the stored one. */
  remove_secret: z.boolean().default(false),
  is_active: z.boolean().default(false),
})

/** The result of one delivery attempt. */
export const WebhookOutcome = z.object({
  ok: z.boolean(),
  /** Null if there was no response. */
  status: z.int().nullable(),
  took_ms: z.int(),
  /** The first 1 kB of the response. */
  answer: z.string(),
  /** Why it does not count as delivered; null if it does. */
  error: z.string().nullable(),
})
export type WebhookOutcome = z.infer<typeof WebhookOutcome>

export const webhookStates = ['waiting', 'delivered', 'failed', 'skipped'] as const

export const WebhookDelivery = z.object({
  id,
  /** The `webhook-id` header, the same for every attempt. */
  uuid: z.uuid(),
  created_at: instant,
  event: z.enum(webhookEvents),
  conversation_uuid: z.uuid(),
  state: z.enum(webhookStates),
  attempts: z.int(),
  settled_at: instant.nullable(),
  /** When a queued delivery is attempted next. An earlier one of the same conversation may have to go first. */
  next_attempt_at: instant.nullable(),
  last_attempt: WebhookOutcome.extend({ at: instant }).nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  url: z.string(),
  /** As sent, except for the signatures. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Newest first, at most a hundred. */
  tries: z.array(WebhookOutcome.extend({ at: instant })),
})
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

/** Why deliveries of a webhook cannot be replayed at the moment, or null. */
export const webhookReplayRefusal = ({ is_active }: Pick<Webhook, 'is_active'>): string | null =>
  is_active ? null : 'This webhook is disabled. Enable it, then resend'

const tag = 'webhooks'
const access = 'webhooks:manage'
export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks',
  access,
  summary: 'List the webhooks, newest first',
  tag,
  response: z.array(Webhook),
})
export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks/:id',
  access,
  summary: 'Get a webhook',
  tag,
  params: idParams,
  response: Webhook,
})
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks',
  access,
  summary: 'Add a webhook',
  tag,
  body: WebhookWrite,
  response: Webhook,
})
export const WebhookChanges = changesTo(WebhookWrite)
export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/v1/webhooks/:id',
  access,
  summary: 'Change a webhook',
  tag,
  params: idParams,
  body: WebhookChanges,
  response: Webhook,
})
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/v1/webhooks/:id',
  access,
  summary: 'Delete a webhook and its log',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const toggleWebhook = endpoint({
  method: 'PUT',
  path: '/api/v1/webhooks/:id/toggle',
  access,
  summary: 'Enable or disable a webhook; when disabled, queued deliveries are skipped',
  tag,
  params: idParams,
  response: Webhook,
})
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/:id/test',
  access,
  summary: 'Send a webhook.test event once, without retries',
  tag,
  params: idParams,
  response: acknowledgement,
  supports_idempotency_key: false,
})
export const tryWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/test',
  access,
  summary: 'Send a webhook.test event to a URL and return the result; nothing is saved',
  tag,
  /** `id` reuses that webhook's stored secret. */
  body: z.object({ id: id.optional(), name: singleLine(255).default(''), url: webhookUrl, secret }),
  response: WebhookOutcome,
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks/:id/deliveries',
  access,
  summary: 'List the deliveries of a webhook in the last 30 days, newest first',
  tag,
  params: idParams,
  query: z.object({
    ...pageQuery(50),
    state: z.enum(webhookStates).optional(),
    event: z.enum(webhookEvents).optional(),
    cursor: z.string().optional(),
  }),
  response: pageOf(WebhookDelivery),
})
export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks/:id/deliveries/:delivery_id',
  access,
  summary: 'Get a delivery: what was sent, and every response',
  tag,
  params: idParams.extend({ delivery_id: idParam }),
  response: WebhookDeliveryDetail,
})
export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/:id/deliveries/:delivery_id/replay',
  access,
  summary: 'Resend a delivery now, with the same webhook-id',
  tag,
  params: idParams.extend({ delivery_id: idParam }),
  response: acknowledgement,
})
export const replayWebhookDeliveries = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/:id/deliveries/replay',
  access,
  summary: 'Resend all failed or all skipped deliveries; returns how many there are',
  tag,
  params: idParams,
  body: z.object({ state: z.enum(['failed', 'skipped']).default('failed') }),
  response: z.object({ count: z.int() }),
})
