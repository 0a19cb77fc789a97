import { useSyncExternalStore } from 'react'

let requestCount = 0
const listeners = new Set<() => void>()

/** Opens the dialog of a new conversation, anew where it is open: its draft was changed. */
export function requestNewConversation() {
  requestCount += 1
  for (const changed of listeners) changed()
}

/** Grows whenever it is asked for. */
export const useNewConversationRequests = (): number => useSyncExternalStore(subscribe, () => requestCount)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
