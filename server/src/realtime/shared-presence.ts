import { randomUUID } from 'node:crypto'
import { type Presence, type PresenceChange, type Readers, startPresence } from './presence.ts'
import type { PresenceSignal, Signals } from './signals.ts'

/**
 * Presence on all nodes: each announcement is passed on to the others, which keep it for as long as the first would. One that gets lost is
 * made up for by the next, because browsers repeat theirs; those of a node that has ended expire.
 */
export function startSharedPresence({
  onChange,
  signals,
  findReaders,
  expiry_ms,
}: {
  onChange(change: PresenceChange): void
  signals: Signals
  /** Each node finds out for itself who may see a conversation. */
  findReaders(uuid: string): Promise<Readers | undefined>
  expiry_ms?: number
}): Presence {
  const node = randomUUID()
  const presence = startPresence(onChange, expiry_ms)
  const numberOf = numberObjects()
  /** Stand for the connections of other nodes. */
  const remoteConnections = new Map<string, object>()

  const receive = async ({ node: from, connection: number, announcement }: PresenceSignal) => {
    const key = `${from} ${number}`
    const connection = remoteConnections.get(key) ?? {}
    remoteConnections.set(key, connection)
    const previous = presence.announced(connection)
    const readers =
      announcement && (previous?.uuid === announcement.uuid ? previous : await findReaders(announcement.uuid))
    presence.announce(
      connection,
      announcement && readers
        ? { ...announcement, root_uuid: readers.root_uuid, audience: readers.audience }
        : null,
    )
    for (const [other, remote] of remoteConnections)
      if (!presence.announced(remote)) remoteConnections.delete(other)
  }
  // In order: looking up the conversation takes a moment, and the last announcement must win.
  let pending = Promise.resolve()
  const stopReceiving = signals.on('presence', (signal) => {
    // While the database is away nobody is shown; the next announcement tries again.
    if (signal.node !== node) pending = pending.then(() => receive(signal)).catch(() => {})
  })
  return {
    ...presence,
    announce(connection, announcement) {
      if (!announcement && !presence.announced(connection)) return
      presence.announce(connection, announcement)
      signals.send('presence', {
        ...{ node, connection: numberOf(connection) },
        announcement: announcement && {
          agent_id: announcement.agent_id,
          uuid: announcement.uuid,
          activity: announcement.activity,
        },
      })
    },
    stop() {
      stopReceiving()
      presence.stop()
    },
  }
}

function numberObjects(): (object: object) => number {
  const numbers = new WeakMap<object, number>()
  let count = 0
  return (object) => {
    const number = numbers.get(object) ?? ++count
    numbers.set(object, number)
    return number
  }
}
