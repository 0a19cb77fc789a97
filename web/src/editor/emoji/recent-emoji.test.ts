import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recentEmoji, rememberEmoji } from './recent-emoji.ts'

// A stub of the browser's storage.
const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('at most 24 recent emoji are kept, newest first and without duplicates', () => {
  for (let n = 0; n < 30; n++) rememberEmoji(String.fromCodePoint(0x1f600 + n))
  rememberEmoji('😝')
  expect(recentEmoji()).toHaveLength(24)
  expect(recentEmoji()[0]).toBe('😝')
  expect(new Set(recentEmoji()).size).toBe(24)
})

test('an invalid stored value is ignored', () => {
  storage.set('parley.emoji.recent', '{"no": "list"}')
  expect(recentEmoji()).toEqual([])
  storage.set('parley.emoji.recent', '[1, "😀"')
  expect(recentEmoji()).toEqual([])
})
