import { ClientFrame } from '@parley/contract/shared/server-events'
import { getVisible, maySee } from '../conversation-access.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../http/errors.ts'
import { accessKeys } from '../spine/record-event.ts'
import type { Hub, Subscriber } from './hub.ts'

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
    const access_keys = object && (await findAccessKeys(object.uuid))
    if (isClosed) return
    hub.presence.announce(
      subscriber,
      object && access_keys ? { ...object, access_keys, agent_id: subscriber.actor.id } : null,
    )
  }
  const findAccessKeys = async (uuid: string) => {
    const previous = hub.presence.announced(subscriber)
    if (previous?.uuid === uuid)
      return maySee(subscriber.actor, previous.access_keys) ? previous.access_keys : null
    try {
      return accessKeys(await getVisible(db, subscriber.actor, uuid))
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
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
