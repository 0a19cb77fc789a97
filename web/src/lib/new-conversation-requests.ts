import { useSyncExternalStore } from 'react'

let requestCount = 0
const listeners = new Set<() => void>()

/** Opens the new-conversation dialog; if it is open, reloads its draft. */
export function requestNewConversation() {
  requestCount += 1
  for (const changed of listeners) changed()
}

/** Increases with each request. */
export const useNewConversationRequests = (): number => useSyncExternalStore(subscribe, () => requestCount)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
