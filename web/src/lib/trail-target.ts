import { useSyncExternalStore } from 'react'

/** The conversation whose trail is open, and the message or activity line that it was asked about. */
export type TrailTarget = { uuid: string; message_id: number | null }

let target: TrailTarget | null = null
const listeners = new Set<() => void>()

/** Opens the trail of a conversation, or closes it. Lines of the thread and the side panel ask for it; one dialog shows it. */
export function showTrail(next: TrailTarget | null) {
  target = next
  for (const changed of listeners) changed()
}

export const useTrailTarget = (): TrailTarget | null => useSyncExternalStore(subscribe, () => target)

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
