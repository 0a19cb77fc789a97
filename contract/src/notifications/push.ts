import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, instant, uuidParams } from '../shared/fields.ts'

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+=*$/, 'This isn’t base64url')

/** What `PushSubscription.toJSON()` returns in a browser. */
export const PushSubscriptionWrite = z.object({
  endpoint: z.url('This isn’t a valid URL').max(2048),
  keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
  /** The server's key that the browser subscribed with. */
  public_key: base64url(200),
})

export const PushSubscription = z.object({
  uuid: z.uuid(),
  created_at: instant,
  user_agent: z.string().nullable(),
  last_pushed_at: instant.nullable(),
  /** Why the newest push failed. */
  last_error: z.string().nullable(),
  /** Whether it belongs to the session that makes this request. */
  is_current: z.boolean(),
})
export type PushSubscription = z.infer<typeof PushSubscription>

const tag = 'notifications'
export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/v1/push/key',
  access: 'agent',
  api_keys: 'never',
  summary: 'The key that browsers need to subscribe to push notifications (VAPID)',
  tag,
  response: z.object({ public_key: z.string() }),
})
export const listPushSubscriptions = endpoint({
  method: 'GET',
  path: '/api/v1/push/subscriptions',
  access: 'agent',
  api_keys: 'never',
  summary: 'List the browsers that receive your push notifications',
  tag,
  response: z.array(PushSubscription),
})
export const createPushSubscription = endpoint({
  method: 'POST',
  path: '/api/v1/push/subscriptions',
  counts_as_write: false,
  access: 'agent',
  api_keys: 'never',
  summary: 'Send your push notifications to this browser, until its session ends',
  tag,
  supports_idempotency_key: false,
  body: PushSubscriptionWrite,
  response: PushSubscription,
})
export const deletePushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/v1/push/subscriptions/:uuid',
  access: 'agent',
  api_keys: 'never',
  summary: 'Stop push notifications in one of your browsers',
  tag,
  params: uuidParams,
  response: acknowledgement,
})
