import type { Webhook } from '@parley/contract/webhooks/webhooks'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { WebhookDetails, WebhookHealthBadge } from './webhook-health.tsx'

const webhook: Webhook = {
  id: 7,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  name: 'Orders',
  url: 'https://orders.acme.test:8443/hook?key=1',
  events: ['message.created', 'conversation.created'],
  secret: '',
  is_active: true,
  last_delivered_at: null,
  failing_since: '2026-11-02T09:00:00Z',
  last_failure: 'The server does not respond',
}

test('a failing webhook is marked while it is active', () => {
  const { container, rerender } = renderApp(<WebhookHealthBadge webhook={webhook} />)
  expect(container.textContent).not.toBe('')
  rerender(<WebhookHealthBadge webhook={{ ...webhook, is_active: false }} />)
  expect(container.textContent).toBe('')
  rerender(<WebhookHealthBadge webhook={{ ...webhook, failing_since: null }} />)
  expect(container.textContent).toBe('')
})

test('the details name the host without the path, which may hold a secret', () => {
  const { container } = renderApp(<WebhookDetails webhook={webhook} />)
  expect(container.textContent).toContain('orders.acme.test')
  expect(container.textContent).not.toContain('key=1')
})
