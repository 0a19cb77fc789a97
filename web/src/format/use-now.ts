import { useSyncExternalStore } from 'react'

/** The present, refreshed every `ms`: one timer for the whole page, running only while something shows a time. */
function createClock(ms: number): { subscribe: (changed: () => void) => () => void; now: () => Date } {
  const listeners = new Set<() => void>()
  let now = new Date()
  let timer: ReturnType<typeof setInterval> | undefined

  const tick = () => {
    now = new Date()
    for (const changed of listeners) changed()
  }
  const subscribe = (changed: () => void) => {
    if (listeners.size === 0) {
      now = new Date()
      timer = setInterval(tick, ms)
    }
    listeners.add(changed)
    return () => {
      listeners.delete(changed)
      if (listeners.size === 0) clearInterval(timer)
    }
  }
  return { subscribe, now: () => now }
}

export const minuteClock = createClock(60_000)
export const countdownClock = createClock(30_000)

/** The present to the minute, for "how long ago". */
export const useNow = (): Date => useSyncExternalStore(minuteClock.subscribe, minuteClock.now)

/** The present to the half minute, for clocks that run down. */
export const useCountdownNow = (): Date => useSyncExternalStore(countdownClock.subscribe, countdownClock.now)
