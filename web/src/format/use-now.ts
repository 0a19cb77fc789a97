import { useSyncExternalStore } from 'react'

/** The current time, refreshed every `ms`. One timer for the whole page, which only runs while something subscribes. */
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

/** The current time, refreshed every minute, for relative times. */
export const useNow = (): Date => useSyncExternalStore(minuteClock.subscribe, minuteClock.now)

/** The current time, refreshed every half minute, for countdowns. */
export const useCountdownNow = (): Date => useSyncExternalStore(countdownClock.subscribe, countdownClock.now)
