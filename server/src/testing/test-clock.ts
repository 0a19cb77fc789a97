import type { Clock } from '../clock.ts'

/** A clock that only moves when set or advanced. */
export type TestClock = Clock & { set(at: Date): void; advance(ms: number): void }

export function testClock(start = new Date('2026-03-02T09:00:00Z')): TestClock {
  let now = start
  return {
    now: () => now,
    set(at) {
      now = at
    },
    advance(ms) {
      now = new Date(now.getTime() + ms)
    },
  }
}
