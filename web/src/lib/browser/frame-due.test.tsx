import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFrames } from './frame-due.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 20))
})
afterEach(() => void vi.useRealTimers())

const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

test('a frame is due from a key press until it is painted', () => {
  const { isFrameDue, stop } = watchFrames()
  expect(isFrameDue()).toBe(false)
  press()
  expect(isFrameDue()).toBe(true)
  vi.advanceTimersByTime(15)
  press()
  vi.advanceTimersByTime(10)
  expect(isFrameDue()).toBe(true)
  vi.advanceTimersByTime(15)
  expect(isFrameDue()).toBe(false)
  stop()
})

test('a frame that doesn’t come isn’t waited for', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const { isFrameDue, stop } = watchFrames()
  press()
  expect(isFrameDue()).toBe(true)
  vi.advanceTimersByTime(250)
  expect(isFrameDue()).toBe(false)
  stop()
})
