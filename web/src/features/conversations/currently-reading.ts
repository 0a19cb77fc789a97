import { useSyncExternalStore } from 'react'

let reading: string | null = null
const listeners = new Set<() => void>()

/** Says which conversation is being read right now: it has been open for a while, and its news are seen as they come. */
export function setReading(uuid: string | null) {
  reading = uuid
  for (const changed of listeners) changed()
}

export const useIsReading = (uuid: string): boolean => useSyncExternalStore(subscribe, () => reading === uuid)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
