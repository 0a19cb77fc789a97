import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, type DraftKey, emptyDraft, readDraft, saveDraft } from './drafts.ts'

const place: DraftKey = { agent_id: 7, uuid: 'c1', mode: 'reply' }
const draft = { ...emptyDraft, html: '<p>Hello</p>', fields: { to: ['ada@acme.test'] } }

/** What a page has; `full` refuses to take more. */
function storage({ full = false } = {}) {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}
beforeEach(() => {
  storage()
  clearDraft(place)
})
afterEach(() => vi.unstubAllGlobals())

test('a draft comes back whole', () => {
  expect(saveDraft(place, draft)).toBe(true)
  expect(readDraft(place)).toEqual(draft)
})

test('the reply, the note, other conversations and other agents of the same browser have their own', () => {
  saveDraft(place, draft)
  expect(readDraft({ ...place, mode: 'note' })).toBeNull()
  expect(readDraft({ ...place, uuid: 'c2' })).toBeNull()
  expect(readDraft({ ...place, agent_id: 8 })).toBeNull()
  expect(readDraft({ agent_id: 7, mode: 'new' })).toBeNull()
})

test('cleared is cleared', () => {
  saveDraft(place, draft)
  clearDraft(place)
  expect(readDraft(place)).toBeNull()
})

test('full storage keeps what was typed for as long as the page is open, and says so', () => {
  storage({ full: true })
  expect(saveDraft(place, draft)).toBe(false)
  expect(readDraft(place)).toEqual(draft)
  storage()
  expect(saveDraft(place, { ...draft, html: '<p>More</p>' })).toBe(true)
  expect(readDraft(place)?.html).toBe('<p>More</p>')
})

test('what is not a draft is none', () => {
  storage().set('parley.draft.7.c1.reply', '{"html":1}')
  expect(readDraft(place)).toBeNull()
  storage().set('parley.draft.7.c1.reply', 'nonsense')
  expect(readDraft(place)).toBeNull()
})
