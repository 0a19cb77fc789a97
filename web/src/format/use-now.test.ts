import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countdownClock, minuteClock } from './use-now.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') }))
afterEach(() => vi.useRealTimers())

test.each([
  ['SLA badges are refreshed every 30 s', countdownClock, 30_000],
  ['relative times are refreshed every 60 s', minuteClock, 60_000],
] as const)('%s, and only while something subscribes', (_sentence, clock, ms) => {
  const changed = vi.fn()
  const stop = clock.subscribe(changed)
  vi.advanceTimersByTime(ms - 1)
  expect(changed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(clock.get()).toEqual(new Date(Date.parse('2026-03-02T09:00:00Z') + ms))
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
