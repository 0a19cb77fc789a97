import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TimedHeldSend } from '../../../api/held-sends.ts'
import { renderApp } from '../../../testing/render.tsx'
import { HeldToast } from './held-toast.tsx'

const now = Date.parse('2026-09-01T12:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => vi.useRealTimers())

const held = (change: Partial<TimedHeldSend> = {}): TimedHeldSend => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  conversation_uuid: '00000000-0000-4000-8000-000000000002',
  created_at: new Date(now).toISOString(),
  held_until: new Date(now + 10_000).toISOString(),
  remaining_ms: 10_000,
  undoDeadline: now + 10_000,
  message: '<p>Hello</p>',
  to: ['ada@acme.example'],
  cc: [],
  bcc: [],
  attachments: [],
  after: null,
  macros: [],
  start: null,
  ...change,
})
function renderToast(one: TimedHeldSend) {
  const onUndo = vi.fn()
  const onSendNow = vi.fn()
  return { ...renderApp(<HeldToast held={one} onUndo={onUndo} onSendNow={onSendNow} />), onUndo, onSendNow }
}

test.each([
  ['only the reply', null, 'Sending'],
  ['also resolving', { status: 'Resolved', snoozed_until: null }, 'Sending and resolving'],
  ['also snoozing', { status: 'Snoozed', snoozed_until: '2026-09-02T12:00:00Z' }, 'Sending and snoozing'],
])('the title names what undo takes back: %s', (_what, after, title) => {
  renderToast(held({ after }))
  expect(screen.getByText(title)).toBeTruthy()
})

test('one recipient is named, and the others of all kinds are counted', () => {
  const { unmount } = renderToast(held())
  expect(screen.getByText('to ada@acme.example')).toBeTruthy()
  unmount()
  renderToast(held({ cc: ['bo@acme.example'], bcc: ['carl@acme.example'] }))
  expect(screen.getByText('to ada@acme.example and 2 more')).toBeTruthy()
})

test('the seconds count down to zero and no further', () => {
  renderToast(held())
  expect(screen.getByText('10')).toBeTruthy()
  act(() => vi.advanceTimersByTime(3_000))
  expect(screen.getByText('7')).toBeTruthy()
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('0')).toBeTruthy()
})

test('the countdown is not read out every second', () => {
  renderToast(held())
  expect(screen.getByText('10').closest('[aria-hidden]')).not.toBeNull()
})

test('the two buttons undo and send at once', () => {
  const { onUndo, onSendNow } = renderToast(held())
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(onUndo).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }))
  expect(onSendNow).toHaveBeenCalledOnce()
})
