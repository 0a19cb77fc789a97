import type { Message } from '@parley/contract/messages/messages'
import { useSyncExternalStore } from 'react'

/** A message that was sent and not yet answered: shown at once, never kept in the cache of what the server has. */
export type InFlightMessage = {
  /** Names this attempt; the Idempotency-Key of its request. */
  key: string
  message: Message
  /** The newest message at the time: what came later may be this one. */
  after_id: number
}

const noMessages: readonly InFlightMessage[] = []
const inFlight = new Map<string, readonly InFlightMessage[]>()
const listeners = new Set<() => void>()

/** Shows a message as being sent. Call the returned function when the answer is there, good or bad. */
export function addInFlightMessage(uuid: string, outgoing: InFlightMessage): () => void {
  set(uuid, [...inFlightIn(uuid), outgoing])
  return () =>
    set(
      uuid,
      inFlightIn(uuid).filter((one) => one.key !== outgoing.key),
    )
}

export const useInFlightMessages = (uuid: string): readonly InFlightMessage[] =>
  useSyncExternalStore(subscribe, () => inFlightIn(uuid))

/**
 * What to show under the server's messages. The event of a message can overtake the answer of its own request: each own
 * message that came since stands for one that is still being sent.
 */
export function unconfirmedMessages(
  messages: readonly Message[],
  outgoing: readonly InFlightMessage[],
  myId: number,
): Message[] {
  const claimed = new Set<string>()
  return outgoing.flatMap(({ message: shown, after_id }) => {
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

const inFlightIn = (uuid: string) => inFlight.get(uuid) ?? noMessages

function set(uuid: string, next: readonly InFlightMessage[]) {
  if (next.length === 0) inFlight.delete(uuid)
  else inFlight.set(uuid, next)
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
