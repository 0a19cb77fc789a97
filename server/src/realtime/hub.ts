import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { EventNotifier } from '../spine/event-notifier.ts'
import { type Event, getEndPosition, type Position, positionOf, readEvents } from '../spine/read-events.ts'
import { audienceOf } from './audience.ts'
import { type Batch, changesMerge, type LoadObjects, loadBatch } from './event-batch.ts'
import type { Presence, PresenceChange } from './presence.ts'
import { readReaders } from './read-readers.ts'
import { startSharedPresence } from './shared-presence.ts'
import { type DraftChange, type DraftSignal, openSignals } from './signals.ts'

/** One connected browser. */
export type Subscriber = {
  actor: Actor
  /** With its current permissions; null once the session or API key that opened the connection has ended. */
  loadActor(): Promise<Actor | null>
  push(batch: Batch): void
  /** Pushes what is no event. */
  pushDraft(draft: DraftChange): void
  pushPresence(change: PresenceChange): void
  /** `over`: access has ended; `stopping`: the server is shutting down and the client should reconnect soon. */
  close(reason: 'over' | 'stopping'): void
}

export type Hub = {
  join(subscriber: Subscriber): () => void
  /** Reloads a subscriber's permissions, and disconnects it if it has none left. */
  refresh(subscriber: Subscriber): Promise<void>
  /** Loads what these events are about, for a subscriber that missed them. */
  load(events: Event[]): Promise<Batch>
  announceDraft(signal: DraftSignal): void
  readonly presence: Presence
  readonly size: number
  stop(): Promise<void>
}

const batchSize = 500
// These do not affect anyone's permissions, and there are many of them at the start of a working day.
const permissionNeutralEvents = new Set(['agent.signed_in', 'agent.availability_changed'])

/** Whether the event may have changed the agent's permissions. */
function mayAffectPermissions(event: Event, agent_id: number): boolean {
  if (event.conversation_id !== null || permissionNeutralEvents.has(event.type)) return false
  if (event.object_type === 'agent') return event.object_id === agent_id
  return ['role', 'team', 'settings'].includes(event.object_type)
}

/** Reads new events once per node and passes them to every subscriber, which filters them by access. */
export async function startHub(
  db: Db,
  wake: EventNotifier,
  log: Log,
  loadObjects: LoadObjects,
): Promise<Hub> {
  const subscribers = new Set<Subscriber>()
  const signals = openSignals(wake)
  const presence = startSharedPresence({
    onChange: (change) => {
      for (const subscriber of subscribers) subscriber.pushPresence(change)
    },
    signals,
    findReaders: async (uuid) => (await readReaders(db, [uuid])).get(uuid),
  })
  let position: Position = await getEndPosition(db)
  let running: Promise<void> | undefined
  let isPending = false

  const drain = async () => {
    do {
      isPending = false
      for (;;) {
        const events = await readEvents(db, position, batchSize)
        const last = events.at(-1)
        if (!last) break
        if (subscribers.size > 0) await deliver(events)
        position = positionOf(last)
      }
    } while (isPending)
  }
  const deliver = async (events: Event[]) => {
    for (const subscriber of [...subscribers])
      if (events.some((event) => mayAffectPermissions(event, subscriber.actor.id))) await refresh(subscriber)
    const batch = await loadBatch(loadObjects, events)
    // All that are open: what was merged into a merged one is read elsewhere as well, and has no event of its own.
    if (events.some(changesMerge)) presence.updateReaders(await readReaders(db, presence.openConversations()))
    for (const conversation of batch.conversations.values())
      presence.updateAudience(conversation.uuid, audienceOf(conversation))
    for (const subscriber of subscribers) subscriber.push(batch)
  }
  const refresh = async (subscriber: Subscriber) => {
    const actor = await subscriber.loadActor()
    if (actor) subscriber.actor = actor
    else {
      subscribers.delete(subscriber)
      subscriber.close('over')
    }
  }

  const stopListening = wake.listen(() => {
    isPending = true
    running ??= drain()
      .catch((error: Error) => log.error({ reason: error.message }, 'could not push events'))
      .finally(() => {
        running = undefined
      })
  })
  const stopDrafts = signals.on('draft', ({ agent_id, draft }) => {
    for (const subscriber of subscribers) if (subscriber.actor.id === agent_id) subscriber.pushDraft(draft)
  })
  return {
    join(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    refresh,
    presence,
    load: (events) => loadBatch(loadObjects, events),
    announceDraft: (signal) => signals.send('draft', signal),
    get size() {
      return subscribers.size
    },
    async stop() {
      stopListening()
      stopDrafts()
      presence.stop()
      for (const subscriber of subscribers) subscriber.close('stopping')
      await running
    },
  }
}
