import { useSyncExternalStore } from 'react'

let reading: string | null = null
const listeners = new Set<() => void>()

/** Sets the conversation that is being read: it has been open for a while, and new messages count as seen. */
export function setReading(uuid: string | null) {
  reading = uuid
  for (const changed of listeners) changed()
}

export const useIsReading = (uuid: string): boolean => useSyncExternalStore(subscribe, () => reading === uuid)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
