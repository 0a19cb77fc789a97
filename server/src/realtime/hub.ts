import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import { findActorByAgentId } from '../features/auth/load-actor.ts'
import type { Log } from '../log.ts'
import type { EventNotifier } from '../spine/event-notifier.ts'
import { type Event, getEndPosition, type Position, positionOf, readEvents } from '../spine/read-events.ts'
import { type Batch, loadBatch } from './event-batch.ts'

/** One connected browser. */
export type Subscriber = {
  actor: Actor
  /** False once the session or key it was opened with is over. */
  isStillAllowed(): Promise<boolean>
  push(batch: Batch): void
  /** `over`: its rights are gone; `stopping`: the server goes, come back in a moment. */
  close(reason: 'over' | 'stopping'): void
}

export type Hub = {
  join(reader: Subscriber): () => void
  /** Looks at a reader's rights anew; closes it when it has none any more. */
  refresh(reader: Subscriber): Promise<void>
  readonly size: number
  stop(): Promise<void>
}

const batchSize = 500
// These say nothing about anybody's rights, and at nine in the morning there are many of them.
const permissionNeutralEvents = new Set(['agent.signed_in', 'agent.availability_changed'])

/** Whether what somebody may do could have changed by it. */
function mayAffectPermissions(event: Event, agent_id: number): boolean {
  if (event.conversation_id !== null || permissionNeutralEvents.has(event.type)) return false
  if (event.object_type === 'agent') return event.object_id === agent_id
  return ['role', 'team', 'settings'].includes(event.object_type)
}

/** Reads new events once per node and hands them to every connected reader, who picks what may be seen. */
export async function startHub(db: Db, wake: EventNotifier, log: Log, root_url: string): Promise<Hub> {
  const subscribers = new Set<Subscriber>()
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
    for (const reader of [...subscribers])
      if (events.some((event) => mayAffectPermissions(event, reader.actor.id))) await refresh(reader)
    const batch = await loadBatch(db, events, root_url)
    for (const reader of subscribers) reader.push(batch)
  }
  const refresh = async (reader: Subscriber) => {
    const actor = (await reader.isStillAllowed()) ? await findActorByAgentId(db, reader.actor.id) : null
    if (actor) reader.actor = actor
    else {
      subscribers.delete(reader)
      reader.close('over')
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
  return {
    join(reader) {
      subscribers.add(reader)
      return () => subscribers.delete(reader)
    },
    refresh,
    get size() {
      return subscribers.size
    },
    async stop() {
      stopListening()
      for (const subscriber of subscribers) subscriber.close('stopping')
      await running
    },
  }
}
