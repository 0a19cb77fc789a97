import { useSyncExternalStore } from 'react'

let readingUuid: string | null = null
const listeners = new Set<() => void>()

/** Sets the conversation that is being read: it has been open for a while, and new messages count as seen. */
export function setReading(uuid: string | null) {
  readingUuid = uuid
  for (const listener of listeners) listener()
}

export const useIsReading = (uuid: string): boolean =>
  useSyncExternalStore(subscribe, () => readingUuid === uuid)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
