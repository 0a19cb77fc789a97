import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { loadSocketActors } from '../identity/socket-credentials.ts'
import type { Log } from '../log.ts'
import type { EventNotifier } from '../spine/event-notifier.ts'
import { type Event, getEndPosition, type Position, positionOf, readEvents } from '../spine/read-events.ts'
import { audienceOf } from './audience.ts'
import { type Batch, changesMerge, type LoadObjects, loadBatch } from './event-batch.ts'
import type { Presence } from './presence.ts'
import { readReaders } from './read-readers.ts'
import { refreshActors } from './refresh-actors.ts'
import { startSharedPresence } from './shared-presence.ts'
import { type DraftSignal, openSignals } from './signals.ts'
import type { Subscriber } from './subscriber.ts'

export type Hub = {
  join(subscriber: Subscriber): () => void
  /** Reads a subscriber's permissions again, and disconnects it once its session or API key has ended. */
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

type HubDeps = { db: Db; clock: Clock; wake: EventNotifier; log: Log; loadObjects: LoadObjects }

/** Reads new events once per node and passes them to every subscriber, which filters them by access. */
export async function startHub({ db, clock, wake, log, loadObjects }: HubDeps): Promise<Hub> {
  const subscribers = new Set<Subscriber>()
  const actors = refreshActors(
    subscribers,
    (credentials) => loadSocketActors(db, credentials, clock.now()),
    (subscriber) => {
      subscribers.delete(subscriber)
      subscriber.close('over')
    },
  )
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
    await actors.refresh(
      [...subscribers].filter(({ actor }) => events.some((event) => mayAffectPermissions(event, actor.id))),
    )
    const batch = await loadBatch(loadObjects, events)
    // All that are open: what was merged into a merged one is read elsewhere as well, and has no event of its own.
    if (events.some(changesMerge)) presence.updateReaders(await readReaders(db, presence.openConversations()))
    for (const conversation of batch.conversations.values())
      presence.updateAudience(conversation.uuid, audienceOf(conversation))
    for (const subscriber of subscribers) subscriber.push(batch)
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
    refresh: (subscriber) => actors.refresh([subscriber]),
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
      await actors.stop()
      await running
    },
  }
}
