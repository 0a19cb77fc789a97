import { expect, test, vi } from 'vitest'
import { holdKey, holdKeys, releaseKeys } from './type-ahead.ts'

const press = (key: string, rest: { ctrlKey?: boolean; timeStamp?: number } = {}) => {
  const preventDefault = vi.fn()
  const kept = holdKey({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    timeStamp: 0,
    preventDefault,
    ...rest,
  })
  expect(preventDefault).toHaveBeenCalledTimes(kept ? 1 : 0)
  return kept
}

test('letters and an Enter are kept for the palette, and nothing that comes after that Enter', () => {
  expect(press('a')).toBe(false)
  holdKeys(0)
  expect(['s', 'é', ' ', 'Enter', 'e'].map((key) => press(key))).toEqual([true, true, true, true, false])
  expect(releaseKeys()).toEqual({ text: 'sé ', enter: true })
  expect(press('a')).toBe(false)
  expect(releaseKeys()).toEqual({ text: '', enter: false })
})

test('shortcuts, other named keys and what comes seconds later are for the page', () => {
  holdKeys(1000)
  expect(press('k', { ctrlKey: true })).toBe(false)
  expect(press('Escape')).toBe(false)
  expect(press('x', { timeStamp: 4001 })).toBe(false)
  expect(releaseKeys().text).toBe('')
})
