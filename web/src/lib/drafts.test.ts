import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, type DraftKey, emptyDraft, readDraft, saveDraft } from './drafts.ts'

const draftKey: DraftKey = { agent_id: 7, uuid: 'c1', mode: 'reply' }
const draft = { ...emptyDraft, html: '<p>Hello</p>', fields: { to: ['ada@acme.test'] } }

/** The page's storage; with `full` it refuses writes. */
function storage({ full = false } = {}) {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => items.delete(key),
  })
  return items
}
beforeEach(() => {
  storage()
  clearDraft(draftKey)
})
afterEach(() => vi.unstubAllGlobals())

test('a saved draft is restored unchanged', () => {
  expect(saveDraft(draftKey, draft)).toBe(true)
  expect(readDraft(draftKey)).toEqual(draft)
})

test('the reply, the note, other conversations and other agents have separate drafts', () => {
  saveDraft(draftKey, draft)
  expect(readDraft({ ...draftKey, mode: 'note' })).toBeNull()
  expect(readDraft({ ...draftKey, uuid: 'c2' })).toBeNull()
  expect(readDraft({ ...draftKey, agent_id: 8 })).toBeNull()
  expect(readDraft({ agent_id: 7, mode: 'new' })).toBeNull()
})

test('clearing a draft persists', () => {
  saveDraft(draftKey, draft)
  clearDraft(draftKey)
  expect(readDraft(draftKey)).toBeNull()
})

test('with full storage a draft is kept in memory, and saving reports it', () => {
  storage({ full: true })
  expect(saveDraft(draftKey, draft)).toBe(false)
  expect(readDraft(draftKey)).toEqual(draft)
  storage()
  expect(saveDraft(draftKey, { ...draft, html: '<p>More</p>' })).toBe(true)
  expect(readDraft(draftKey)?.html).toBe('<p>More</p>')
})

test('an invalid stored draft is ignored', () => {
  storage().set('parley.draft.7.c1.reply', '{"html":1}')
  expect(readDraft(draftKey)).toBeNull()
  storage().set('parley.draft.7.c1.reply', 'nonsense')
  expect(readDraft(draftKey)).toBeNull()
})
