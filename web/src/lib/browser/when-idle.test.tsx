import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countRequest } from './requests-under-way.ts'
import { whenIdle } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('work that can wait starts after the requests that are under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  void countRequest(promise)
  const work = vi.fn()
  whenIdle(work)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).not.toHaveBeenCalled()
  resolve()
  await vi.advanceTimersByTimeAsync(200)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a failed request counts no longer, and one that never ends delays the work by five seconds', async () => {
  await countRequest(Promise.reject(new Error('offline'))).catch(() => {})
  const work = vi.fn()
  whenIdle(work)
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(1)
  void countRequest(new Promise(() => {}))
  whenIdle(work)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(work).toHaveBeenCalledTimes(2)
})
