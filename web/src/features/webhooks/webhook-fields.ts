import type { Webhook, WebhookWrite } from '@parley/contract/webhooks/webhooks'
import type { z } from 'zod'

export type WebhookFields = z.input<typeof WebhookWrite>

export const WEBHOOKS_PATH = '/admin/webhooks'
export const webhookPath = (id: number) => `${WEBHOOKS_PATH}/${id}/edit`
export const logPath = (id: number) => `${WEBHOOKS_PATH}/${id}/deliveries`

export const newWebhook: WebhookFields = {
  name: '',
  url: '',
  events: [],
  secret: '',
  remove_secret: false,
  is_active: true,
}

/** Form values of an existing webhook. The secret is never shown; leaving it empty keeps it. */
export const fieldsOf = ({ name, url, events, is_active }: Webhook): WebhookFields => ({
  name,
  url,
  // Sorted as the checkboxes keep them.
  events: events.toSorted(),
  secret: '',
  remove_secret: false,
  is_active,
})

/** A key in the format of Standard Webhooks: 32 random bytes. */
export const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
