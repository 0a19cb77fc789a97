import type { Message } from '@parley/contract/messages/messages'
import { createStore, untilStore, useStore } from '../lib/store.ts'

/** A message that was sent but not yet confirmed. Shown at once, and never stored in the server cache. */
export type InFlightMessage = {
  /** Identifies this attempt; also the request's Idempotency-Key. */
  key: string
  message: Message
  /** The newest message when it was sent: anything later may be this one. */
  after_id: number
}

const noMessages: readonly InFlightMessage[] = []
/** By conversation. */
const inFlight = createStore<ReadonlyMap<string, readonly InFlightMessage[]>>(new Map())

/** Shows a message as being sent. Call the returned function when the response arrives, whether it succeeded or not. */
export function addInFlightMessage(uuid: string, outgoing: InFlightMessage): () => void {
  set(uuid, [...inFlightIn(uuid), outgoing])
  return () =>
    set(
      uuid,
      inFlightIn(uuid).filter((one) => one.key !== outgoing.key),
    )
}

export const isMessageInFlight = (): boolean => inFlight.get().size > 0

/** Resolves once no message is in flight. */
export const messagesSettled = (): Promise<true> =>
  untilStore(inFlight, ({ size }) => size === 0 || undefined)

export const useInFlightMessages = (uuid: string): readonly InFlightMessage[] =>
  useStore(inFlight, (all) => all.get(uuid) ?? noMessages)

/**
 * The in-flight messages to show below the server's. A message event can overtake the response to its own request, so
 * each newer message of one's own stands for one in-flight message.
 */
export function unconfirmedMessages(
  messages: readonly Message[],
  outgoing: readonly InFlightMessage[],
  myId: number,
): Message[] {
  const claimed = new Set<string>()
  return outgoing.flatMap(({ message, after_id }) => {
    const arrived = messages.find(
      (one) =>
        one.type === 'outgoing' &&
        one.sender_id === myId &&
        one.private === message.private &&
        one.id > after_id &&
        !claimed.has(one.uuid),
    )
    if (!arrived) return [message]
    claimed.add(arrived.uuid)
    return []
  })
}

const inFlightIn = (uuid: string) => inFlight.get().get(uuid) ?? noMessages

function set(uuid: string, next: readonly InFlightMessage[]) {
  const all = new Map(inFlight.get())
  if (next.length === 0) all.delete(uuid)
  else all.set(uuid, next)
  inFlight.set(all)
}
