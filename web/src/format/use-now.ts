import { createStore, type ReadableStore, useStore } from '../lib/store.ts'

/** The current time, refreshed every `ms`. One timer for the whole page, which only runs while something subscribes. */
function createClock(ms: number): ReadableStore<Date> {
  const now = createStore(new Date())
  let timer: ReturnType<typeof setInterval> | undefined

  const tick = () => now.set(new Date())
  return {
    get: now.get,
    subscribe: (changed) => {
      if (!now.isObserved()) {
        tick()
        timer = setInterval(tick, ms)
      }
      const unsubscribe = now.subscribe(changed)
      return () => {
        unsubscribe()
        if (!now.isObserved()) clearInterval(timer)
      }
    },
  }
}

export const minuteClock = createClock(60_000)
export const countdownClock = createClock(30_000)

/** The current time, refreshed every minute, for relative times. */
export const useNow = (): Date => useStore(minuteClock)

/** The current time, refreshed every half minute, for countdowns. */
export const useCountdownNow = (): Date => useStore(countdownClock)
