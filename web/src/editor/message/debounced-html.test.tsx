import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LocalDraft } from './local-draft.ts'
import { type MessageDraft, useDebouncedHtml } from './message-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

function renderHtml() {
  const draft = new LocalDraft({ agent_id: 7, uuid: 'c1', mode: 'reply' })
  const rendered: string[] = []
  renderHook(() => rendered.push(useDebouncedHtml(draft as unknown as MessageDraft))) // reads only the state
  return { draft, rendered }
}

test('the text is rendered when typing pauses, not with every key', () => {
  const { draft, rendered } = renderHtml()
  for (const html of ['H', 'He', 'Hel']) {
    act(() => draft.change({ html }))
    act(() => vi.advanceTimersByTime(100))
  }
  expect(rendered).toEqual([''])
  act(() => vi.advanceTimersByTime(300))
  expect(rendered).toEqual(['', 'Hel'])
})

test('a text that is removed is gone at once', () => {
  const { draft, rendered } = renderHtml()
  act(() => draft.change({ html: 'Hello' }))
  act(() => vi.advanceTimersByTime(300))
  act(() => draft.change({ html: '' }))
  expect(rendered).toEqual(['', 'Hello', ''])
})
