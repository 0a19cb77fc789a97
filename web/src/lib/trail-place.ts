import { useSyncExternalStore } from 'react'

/** The conversation whose trail is open, and the message or activity line that it was asked about. */
export type TrailPlace = { uuid: string; message_id: number | null }

let place: TrailPlace | null = null
const listeners = new Set<() => void>()

/** Opens the trail of a conversation, or closes it. Lines of the thread and the side panel ask for it; one dialog shows it. */
export function showTrail(next: TrailPlace | null) {
  place = next
  for (const changed of listeners) changed()
}

export const useTrailPlace = (): TrailPlace | null => useSyncExternalStore(subscribe, () => place)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
