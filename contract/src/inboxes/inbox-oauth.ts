import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { idParams } from '../shared/fields.ts'
import { Inbox, oauthProviders } from './inboxes.ts'

/** The path of the OAuth callback, relative to the workspace URL. */
export const oauthCallbackPath = '/admin/inboxes/oauth'

/** The application that an administrator registered with the provider. */
export const InboxOAuthSetup = z.object({
  provider: z.enum(oauthProviders),
  client_id: z.string().trim().min(1, 'This cannot be empty').max(500),
  /** "" keeps the stored secret of the same client. Public clients have none. */
  client_secret: z.string().max(1000).default(''),
  /** Microsoft only: the directory (tenant), or "common" for any. */
  tenant: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\w.-]*$/, 'Enter a directory ID or domain')
    .default(''),
})
export type InboxOAuthSetup = z.infer<typeof InboxOAuthSetup>

const tag = 'inboxes'
export const startInboxOAuth = endpoint({
  method: 'POST',
  path: '/api/v1/inboxes/:id/oauth/start',
  access: 'inboxes:manage',
  summary: 'Start signing in to the mailbox with Google or Microsoft; returns where to send the browser',
  tag,
  params: idParams,
  body: InboxOAuthSetup,
  response: z.object({ url: z.url() }),
})
export const finishInboxOAuth = endpoint({
  method: 'POST',
  path: '/api/v1/inboxes/oauth/finish',
  access: 'inboxes:manage',
  summary: 'Finish signing in with what the provider returned to the browser',
  tag,
  body: z.object({ state: z.string().max(500), code: z.string().max(5000) }),
  response: Inbox,
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
export const disconnectInboxOAuth = endpoint({
  method: 'DELETE',
  path: '/api/v1/inboxes/:id/oauth',
  access: 'inboxes:manage',
  summary: 'Disconnect the provider; the inbox then signs in with a password',
  tag,
  params: idParams,
  response: Inbox,
})
