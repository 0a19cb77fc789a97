import { beforeEach, expect, test, vi } from 'vitest'
import { bufferKeystroke, isBuffering, startBuffering, takeBufferedKeystrokes } from './text-buffer.ts'

// Test files share the buffer.
beforeEach(() => void takeBufferedKeystrokes())

const press = (key: string, rest: { ctrlKey?: boolean; timeStamp?: number } = {}) => {
  const preventDefault = vi.fn()
  const buffered = bufferKeystroke({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    timeStamp: 0,
    preventDefault,
    ...rest,
  })
  expect(preventDefault).toHaveBeenCalledTimes(buffered ? 1 : 0)
  return buffered
}

test('letters and the first Enter are buffered, and nothing after that Enter', () => {
  expect(press('a')).toBe(false)
  startBuffering(0)
  expect(['s', 'é', ' ', 'Enter', 'e'].map((key) => press(key))).toEqual([true, true, true, true, false])
  expect(takeBufferedKeystrokes()).toEqual({ text: 'sé ', enter: true })
  expect(press('a')).toBe(false)
  expect(takeBufferedKeystrokes()).toEqual({ text: '', enter: false })
})

test('shortcuts, other named keys and keystrokes after the timeout are not buffered', () => {
  startBuffering(1000)
  expect(press('k', { ctrlKey: true })).toBe(false)
  expect(press('Escape')).toBe(false)
  expect(press('x', { timeStamp: 4001 })).toBe(false)
  expect(takeBufferedKeystrokes().text).toBe('')
})

test('buffering lasts until the field takes the text, or until the timeout', () => {
  expect(isBuffering(0)).toBe(false)
  startBuffering(1000)
  expect([isBuffering(4000), isBuffering(4001)]).toEqual([true, false])
  takeBufferedKeystrokes()
  expect(isBuffering(1001)).toBe(false)
})
