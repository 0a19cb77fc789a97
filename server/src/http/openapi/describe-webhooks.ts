import { buildExample } from '@parley/contract/openapi/build-example'
import { webhookBody, webhookPayloads } from '@parley/contract/webhooks/webhooks'
import type { z } from 'zod'

type Event = keyof typeof webhookPayloads
type ToJsonSchema = (schema: z.ZodType) => object

/** Outgoing webhooks: one entry per event, with the headers of every request. */
export function describeWebhooks(toJsonSchema: ToJsonSchema): Record<string, object> {
  const events = Object.keys(webhookPayloads) as Event[] // the keys of a literal
  return Object.fromEntries(events.map((event) => [event, { post: describeEvent(event, toJsonSchema) }]))
}

function describeEvent(event: Event, toJsonSchema: ToJsonSchema): object {
  const body = webhookBody(event)
  return {
    operationId: `on_${event.replace('.', '_')}`,
    summary: summaries[event],
    description:
      'Sent to subscribed webhooks and retried for 24 hours until a 2xx response. See docs/webhooks.md for the guarantees.',
    tags: ['webhooks'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: toJsonSchema(body), example: buildExample(body, 'output', 'webhooks') },
      },
    },
    responses: {
      '2XX': { description: 'Received: it isn’t sent again' },
      '4XX': { description: 'Not received: it is retried' },
      '5XX': { description: 'Not received: it is retried' },
    },
  }
}

const summaries: Record<Event, string> = {
  'conversation.created': 'A conversation was started',
  'conversation.status_changed': 'A conversation’s status changed',
  'conversation.tags_changed': 'A conversation’s tags changed',
  'conversation.assigned': 'A conversation was assigned to an agent',
  'conversation.unassigned': 'A conversation was unassigned from its agent',
  'conversation.merged': 'A conversation was merged into another one',
  'conversation.unmerged': 'A merged conversation was taken out again',
  'conversation.split': 'Messages of a conversation moved to a new one',
  'conversation.moved': 'A conversation was moved to another inbox',
  'conversation.deleted': 'A conversation was moved to the trash or to spam',
  'conversation.restored': 'A conversation was restored from the trash',
  'message.created': 'A message was received or sent',
  'message.updated': 'A message changed, such as when it was delivered',
  'webhook.test': 'Sent only by the test call',
}

const header = (name: string, description: string, schema: object, required: boolean) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
})
const headers = [
  header('webhook-id', 'The id of this delivery; the same on every retry.', { type: 'string' }, true),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970.', { type: 'integer' }, true),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body with dots between them, as Standard Webhooks has it. With a secret only.',
    { type: 'string' },
    false,
  ),
  header(
    'X-Parley-Signature',
    '`sha256=` and the hex HMAC-SHA256 of the body. With a secret only.',
    { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    false,
  ),
]
