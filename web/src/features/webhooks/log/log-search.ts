import type { WebhookDelivery } from '@parley/contract/webhooks/webhooks'

export type LogSearch = {
  state?: WebhookDelivery['state']
  event?: WebhookDelivery['event']
  page?: number
  delivery?: number
}

// Repeated here instead of imported from the contract: the router parses URLs in the first load.
const isState = (value: unknown): value is WebhookDelivery['state'] =>
  value === 'waiting' || value === 'delivered' || value === 'failed' || value === 'skipped'
const isEvent = (value: unknown): value is WebhookDelivery['event'] =>
  typeof value === 'string' && /^(conversation|message)\.[a-z_]+$/.test(value)

/** Parses the page's URL; unknown values are dropped. */
export function parseLogSearch({ state, event, page, delivery }: Record<string, unknown>): LogSearch {
  const number = (value: unknown) =>
    Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : 0
  return {
    ...(isState(state) && { state }),
    ...(isEvent(event) && { event }),
    ...(number(page) > 1 && { page: number(page) }),
    ...(number(delivery) && { delivery: number(delivery) }),
  }
}
