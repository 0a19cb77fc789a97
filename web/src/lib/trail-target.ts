import { useSyncExternalStore } from 'react'

/** The conversation whose history is open, and the message or activity it was opened from. */
export type TrailTarget = { uuid: string; message_id: number | null }

let target: TrailTarget | null = null
const listeners = new Set<() => void>()

/** Opens the history of a conversation, or closes it. Requested by thread rows and the side panel, shown by one dialog. */
export function showTrail(next: TrailTarget | null) {
  target = next
  for (const changed of listeners) changed()
}

export const useTrailTarget = (): TrailTarget | null => useSyncExternalStore(subscribe, () => target)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
