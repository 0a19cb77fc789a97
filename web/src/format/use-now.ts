import { useSyncExternalStore } from 'react'

const REFRESH_MS = 60_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

/** The present to the minute: one timer for the whole page, running only while something shows a time. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(changed: () => void) {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, REFRESH_MS)
  }
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick() {
  now = new Date()
  for (const changed of listeners) changed()
}
