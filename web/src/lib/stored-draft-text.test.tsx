import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, emptyDraft, saveDraft, useStoredDraftText } from './drafts.ts'

const key = { agent_id: 7, uuid: 'c1', mode: 'reply' } as const
const save = (text: string, uuid: string = key.uuid) =>
  saveDraft({ ...key, uuid }, { ...emptyDraft, html: text })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

function renderText() {
  const texts: (string | null)[] = []
  renderHook(() => texts.push(useStoredDraftText(7, 'c1')))
  return texts
}

test('the text of a draft follows its author when they pause', () => {
  const texts = renderText()
  for (const text of ['H', 'He', 'Hel', 'Hell']) {
    save(text)
    pass(300)
  }
  expect(texts).toEqual([null])
  pass(300)
  expect(texts).toEqual([null, 'Hell'])
})

test('a draft that is sent or discarded is gone at once', () => {
  save('Hello')
  const texts = renderText()
  save('Hello Ada')
  act(() => clearDraft(key))
  expect(texts).toEqual(['Hello', null])
  pass(1_000)
  expect(texts).toEqual(['Hello', null])
})

test('the drafts of other conversations don’t render it', () => {
  const texts = renderText()
  save('Other', 'c2')
  pass(1_000)
  expect(texts).toEqual([null])
})
