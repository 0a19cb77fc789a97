import { ClientFrame } from '@parley/contract/shared/server-events'
import type { Db } from '../db/pool.ts'
import { isInAudience } from './audience.ts'
import type { Hub } from './hub.ts'
import type { Readers } from './presence.ts'
import { readReaders } from './read-readers.ts'
import type { Subscriber } from './subscriber.ts'

/** Further announcements of a connection within a second are dropped: a browser makes one every few seconds. */
const maxPerSecond = 5

/**
 * Announces what a browser says its agent has open. A conversation that they may not see counts as none, so a made-up
 * announcement shows nobody anything.
 */
export function receivePresence({ db, hub }: { db: Db; hub: Hub }, subscriber: Subscriber) {
  let isClosed = false
  let count = 0
  let window = 0
  // In order: looking up the conversation takes a moment, and the last announcement must win.
  let pending: Promise<void> = Promise.resolve()

  const announce = async (object: ClientFrame['object']) => {
    const readers = object && (await findReaders(object.uuid))
    if (isClosed) return
    hub.presence.announce(
      subscriber,
      object && readers ? { ...object, ...readers, agent_id: subscriber.actor.id } : null,
    )
  }
  /** Null if the agent isn't one of them. */
  const findReaders = async (uuid: string): Promise<Readers | null> => {
    const previous = hub.presence.announced(subscriber)
    const readers = previous?.uuid === uuid ? previous : (await readReaders(db, [uuid])).get(uuid)
    if (!readers || !isInAudience(subscriber.actor, readers.audience)) return null
    return { root_uuid: readers.root_uuid, audience: readers.audience }
  }

  return {
    /** False if the text is not an announcement. */
    receive(text: string): boolean {
      const frame = parseFrame(text)
      if (!frame) return false
      const second = Math.floor(performance.now() / 1000)
      if (second !== window) [window, count] = [second, 0]
      if (++count <= maxPerSecond)
        // While the database is away nobody is shown; the next announcement tries again.
        pending = pending.then(() => announce(frame.object)).catch(() => {})
      return true
    },
    close() {
      isClosed = true
      hub.presence.announce(subscriber, null)
    },
  }
}

function parseFrame(text: string): ClientFrame | null {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
