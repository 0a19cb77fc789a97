import type { Actor } from '../actor.ts'
import type { SocketCredentials } from '../identity/socket-credentials.ts'
import type { Subscriber } from './subscriber.ts'

/** Permissions are read again after this long, because a session expires without an event. */
const maxAgeMs = 20_000
const sweepMs = 1_000
/** Subscribers whose permissions are read by one query. */
const batchSize = 500

export type LoadActors = (credentials: readonly SocketCredentials[]) => Promise<(Actor | null)[]>

export type ActorRefresher = {
  /** Reads the permissions of these subscribers now. */
  refresh(subscribers: readonly Subscriber[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the permissions of all connected browsers current: thousands of them, in few queries. `onEnd` is called for each whose session or
 * API key has ended.
 */
export function refreshActors(
  subscribers: ReadonlySet<Subscriber>,
  loadActors: LoadActors,
  onEnd: (subscriber: Subscriber) => void,
): ActorRefresher {
  /** When reading began (ms, monotonic). */
  const refreshedAt = new WeakMap<Subscriber, number>()
  const refreshBatch = async (batch: readonly Subscriber[]) => {
    const beganAt = performance.now()
    const actors = await loadActors(batch.map(({ credentials }) => credentials))
    for (const [index, subscriber] of batch.entries()) {
      // Something has changed since, and was read already.
      if ((refreshedAt.get(subscriber) ?? 0) > beganAt) continue
      refreshedAt.set(subscriber, beganAt)
      const actor = actors[index]
      if (actor) subscriber.actor = actor
      else onEnd(subscriber)
    }
  }
  const refresh = async (some: readonly Subscriber[]) => {
    for (let start = 0; start < some.length; start += batchSize)
      await refreshBatch(some.slice(start, start + batchSize))
  }
  /** A tenth at most, so that those that were read at the same moment don't stay together. */
  const findDue = () => {
    const before = performance.now() - maxAgeMs
    const due = [...subscribers].filter((one) => (refreshedAt.get(one) ?? Number.POSITIVE_INFINITY) < before)
    return due.slice(0, Math.ceil(subscribers.size / 10))
  }
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= refresh(findDue())
      .catch(() => {}) // the database is unavailable; the next sweep tries again
      .finally(() => {
        sweeping = undefined
      })
  }, sweepMs).unref()
  return {
    refresh,
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
