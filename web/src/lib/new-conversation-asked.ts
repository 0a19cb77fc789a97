import { useSyncExternalStore } from 'react'

let asked = 0
const listeners = new Set<() => void>()

/** Opens the dialog of a new conversation, anew where it is open: its draft was changed. */
export function askForNewConversation() {
  asked += 1
  for (const changed of listeners) changed()
}

/** Grows whenever it is asked for. */
export const useNewConversationAsked = (): number => useSyncExternalStore(subscribe, () => asked)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
