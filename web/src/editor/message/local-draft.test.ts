import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, type DraftKey, emptyDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { LocalDraft } from './local-draft.ts'

const key: DraftKey = { agent_id: 7, uuid: 'c1', mode: 'reply' }
const hello = { ...emptyDraft, html: '<p>Hello</p>' }

beforeEach(() => {
  vi.useFakeTimers()
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  })
})
afterEach(() => {
  clearDraft(key)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a draft opens with what is stored', () => {
  expect(new LocalDraft(key).getCurrent()).toEqual(emptyDraft)
  expect(new LocalDraft(key).state.get().saveState).toBeNull()
  saveDraft(key, hello)
  expect(new LocalDraft(key).getCurrent()).toEqual(hello)
  expect(new LocalDraft(key).state.get().saveState).toBe('saved')
})

test('changes are current at once and saved together shortly afterwards', () => {
  const draft = new LocalDraft(key)
  draft.change({ html: hello.html })
  draft.change({ fields: { to: ['ada@acme.test'] } })
  expect(draft.getCurrent()).toEqual({ ...hello, fields: { to: ['ada@acme.test'] } })
  expect(readDraft(key)).toBeNull()
  vi.runAllTimers()
  expect(readDraft(key)).toEqual(draft.getCurrent())
  expect(draft.state.get().saveState).toBe('saved')
})

test('flushing saves pending changes once, and writes nothing without any', () => {
  const draft = new LocalDraft(key)
  draft.change({ html: hello.html })
  draft.flush()
  expect(readDraft(key)).toEqual(hello)
  saveDraft(key, { ...hello, html: '<p>From another tab</p>' })
  draft.flush()
  vi.runAllTimers()
  expect(readDraft(key)?.html).toBe('<p>From another tab</p>')
})

test('an emptied draft is deleted', () => {
  saveDraft(key, hello)
  const draft = new LocalDraft(key)
  draft.change({ html: '<p></p>' })
  draft.flush()
  expect(readDraft(key)).toBeNull()
  expect(draft.state.get().saveState).toBeNull()
})

test('resetting drops pending changes and leaves the stored draft', () => {
  saveDraft(key, hello)
  const draft = new LocalDraft(key)
  draft.change({ html: '<p>Hello again</p>' })
  draft.reset(emptyDraft)
  vi.runAllTimers()
  expect(draft.getCurrent()).toEqual(emptyDraft)
  expect(draft.readStored()).toEqual(hello)
})

test('clearing deletes the stored draft and leaves the one in memory', () => {
  saveDraft(key, hello)
  const draft = new LocalDraft(key)
  draft.clear()
  expect(draft.readStored()).toEqual(emptyDraft)
  expect(draft.getCurrent()).toEqual(hello)
})

test('a draft that cannot be stored is reported as unsaved', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => {},
  })
  const draft = new LocalDraft(key)
  draft.change({ html: hello.html })
  draft.flush()
  expect(draft.state.get().saveState).toBe('unsaved')
})

test('subscribers are notified of changes, saves and resets until they unsubscribe', () => {
  const draft = new LocalDraft(key)
  const listener = vi.fn()
  const unsubscribe = draft.state.subscribe(listener)
  draft.change({ html: hello.html })
  draft.flush()
  draft.reset(emptyDraft)
  expect(listener).toHaveBeenCalledTimes(3)
  unsubscribe()
  draft.change({ html: hello.html })
  expect(listener).toHaveBeenCalledTimes(3)
})
