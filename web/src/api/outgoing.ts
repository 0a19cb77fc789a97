import type { Message } from '@parley/contract/messages'
import { useSyncExternalStore } from 'react'

/** A message that was sent and not yet answered: shown at once, never kept in the cache of what the server has. */
export type Outgoing = {
  /** Names this attempt; the Idempotency-Key of its request. */
  key: string
  shown: Message
  /** The newest message at the time: what came later may be this one. */
  after_id: number
}

const nothing: readonly Outgoing[] = []
const waiting = new Map<string, readonly Outgoing[]>()
const listeners = new Set<() => void>()

/** Shows a message as being sent. Call the returned function when the answer is there, good or bad. */
export function showOutgoing(uuid: string, outgoing: Outgoing): () => void {
  set(uuid, [...outgoingOf(uuid), outgoing])
  return () =>
    set(
      uuid,
      outgoingOf(uuid).filter((one) => one.key !== outgoing.key),
    )
}

export const useOutgoing = (uuid: string): readonly Outgoing[] =>
  useSyncExternalStore(subscribe, () => outgoingOf(uuid))

/**
 * What to show under the server's messages. The event of a message can overtake the answer of its own request: each own
 * message that came since stands for one that is still being sent.
 */
export function notYetArrived(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  myId: number,
): Message[] {
  const claimed = new Set<string>()
  return outgoing.flatMap(({ shown, after_id }) => {
    const arrived = messages.find(
      (one) =>
        one.type === 'outgoing' &&
        one.sender_id === myId &&
        one.private === shown.private &&
        one.id > after_id &&
        !claimed.has(one.uuid),
    )
    if (!arrived) return [shown]
    claimed.add(arrived.uuid)
    return []
  })
}

const outgoingOf = (uuid: string) => waiting.get(uuid) ?? nothing

function set(uuid: string, next: readonly Outgoing[]) {
  if (next.length === 0) waiting.delete(uuid)
  else waiting.set(uuid, next)
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
