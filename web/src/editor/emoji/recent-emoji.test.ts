import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recentEmoji, rememberEmoji } from './recent-emoji.ts'

// What a browser has.
const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('of the emoji used lately at most 24 are kept, the newest first and each once', () => {
  for (let n = 0; n < 30; n++) rememberEmoji(String.fromCodePoint(0x1f600 + n))
  rememberEmoji('😝')
  expect(recentEmoji()).toHaveLength(24)
  expect(recentEmoji()[0]).toBe('😝')
  expect(new Set(recentEmoji()).size).toBe(24)
})

test('what another version or a person wrote there does no harm', () => {
  kept.set('parley.emoji.recent', '{"no": "list"}')
  expect(recentEmoji()).toEqual([])
  kept.set('parley.emoji.recent', '[1, "😀"')
  expect(recentEmoji()).toEqual([])
})
