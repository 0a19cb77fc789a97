import type { Message } from '@parley/contract/messages/messages'
import type { Permission } from '@parley/contract/roles/permissions'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { messageFixture } from '../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { DeliveryMark, DeliveryProblem } from './delivery-status.tsx'

afterEach(() => vi.useRealTimers())

const reply = (change: Partial<Message> = {}) =>
  messageFixture(1, { type: 'outgoing', status: 'pending', sender_type: 'agent', sender_id: 7, ...change })
const failed = reply({ status: 'failed', delivery_error: 'The address does not exist' })

const renderProblem = (message: Message, permissions: Permission[] = ['messages:write']) =>
  renderApp(<DeliveryProblem message={message} />, { me: agentWith(permissions) })
const retryButton = () => screen.queryByRole('button', { name: 'Retry' })

test.each([
  ['waiting to be sent', reply(), 'Sending'],
  ['sent', reply({ status: 'sent' }), 'Sent'],
  ['refused', failed, 'Not sent'],
  ['bounced', { ...failed, sent_at: '2026-09-01T09:05:00.000Z' }, 'Sent, but bounced'],
])('a reply that is %s has its status', (_state, message, name) => {
  renderApp(<DeliveryMark message={message} />)
  expect(screen.getByRole('img', { name })).toBeTruthy()
})

test.each([
  ['an email from the customer', messageFixture(1)],
  ['a note', reply({ private: true, status: 'sent' })],
])('%s has no delivery status', (_what, message) => {
  const { container } = renderApp(<DeliveryMark message={message} />)
  expect(container.innerHTML).toBe('')
})

test('a failed reply shows the reason and can be sent again', async () => {
  const path = `/api/v1/conversations/${failed.conversation_uuid}/messages/${failed.uuid}/retry`
  const requests = stubApi({ [`PUT ${path}`]: { data: true } })
  const { user } = renderProblem(failed)
  expect(screen.getByRole('region', { name: 'Not sent' }).textContent).toContain('The address does not exist')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(requests.map((one) => `${one.method} ${one.path}`)).toEqual([`PUT ${path}`]))
})

test('an agent who may not write replies sees the reason but cannot send again', () => {
  renderProblem(failed, ['messages:read'])
  expect(screen.getByText('The address does not exist')).toBeTruthy()
  expect(retryButton()).toBeNull()
})

test('only those who manage inboxes are offered the mail server’s response', () => {
  const { unmount } = renderProblem(failed)
  expect(screen.queryByText(/details/i)).toBeNull()
  unmount()
  renderProblem(failed, ['inboxes:manage'])
  expect(screen.getByText(/details/i)).toBeTruthy()
})

test('a delayed reply shows the reason and the next attempt', () => {
  vi.useFakeTimers({ now: new Date('2026-09-01T12:00:00') })
  const delayed = reply({
    delivery_error: 'The server is busy',
    next_attempt_at: new Date('2026-09-01T12:00:40').toISOString(),
  })
  renderProblem(delayed)
  expect(screen.getByText('Not sent yet: The server is busy')).toBeTruthy()
  expect(screen.getByText(/^Next attempt at 12:00/)).toBeTruthy()
  expect(retryButton(), 'it is retried anyway').toBeNull()
})

test('the next attempt has its date unless it is today', () => {
  vi.useFakeTimers({ now: new Date('2026-09-01T12:00:00') })
  const next_attempt_at = new Date('2026-09-02T12:00:40').toISOString()
  renderProblem(reply({ delivery_error: 'Busy', next_attempt_at }))
  expect(screen.getByText(/^Next attempt on .*2/)).toBeTruthy()
})

test('an attempt that is due is shown as in progress', () => {
  vi.useFakeTimers({ now: new Date('2026-09-01T12:00:00') })
  const next_attempt_at = new Date('2026-09-01T11:59:59').toISOString()
  renderProblem(reply({ delivery_error: 'Busy', next_attempt_at }))
  expect(screen.getByText('Retrying…')).toBeTruthy()
})
