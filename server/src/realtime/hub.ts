import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import { actorOfAgent } from '../features/auth/load-actor.ts'
import type { Log } from '../log.ts'
import { type Event, endOfEvents, type Position, positionOf, readEvents } from '../spine/read.ts'
import type { Wake } from '../spine/wake.ts'
import { type Batch, loadBatch } from './batch.ts'

/** One connected browser. */
export type Reader = {
  actor: Actor
  /** False once the session or key it was opened with is over. */
  isStillAllowed(): Promise<boolean>
  push(batch: Batch): void
  /** `over`: its rights are gone; `stopping`: the server goes, come back in a moment. */
  close(why: 'over' | 'stopping'): void
}

export type Hub = {
  join(reader: Reader): () => void
  /** Looks at a reader's rights anew; closes it when it has none any more. */
  refresh(reader: Reader): Promise<void>
  readonly size: number
  stop(): Promise<void>
}

const batchSize = 500
// These say nothing about anybody's rights, and at nine in the morning there are many of them.
const harmless = new Set(['agent.signed_in', 'agent.availability_changed'])

/** Whether what somebody may do could have changed by it. */
function concerns(event: Event, agent_id: number): boolean {
  if (event.conversation_id !== null || harmless.has(event.type)) return false
  if (event.object_type === 'agent') return event.object_id === agent_id
  return ['role', 'team', 'settings'].includes(event.object_type)
}

/** Reads new events once per node and hands them to every connected reader, who picks what may be seen. */
export async function startHub(db: Db, wake: Wake, log: Log, root_url: string): Promise<Hub> {
  const readers = new Set<Reader>()
  let place: Position = await endOfEvents(db)
  let running: Promise<void> | undefined
  let again = false

  const drain = async () => {
    do {
      again = false
      for (;;) {
        const events = await readEvents(db, place, batchSize)
        const last = events.at(-1)
        if (!last) break
        if (readers.size > 0) await deliver(events)
        place = positionOf(last)
      }
    } while (again)
  }
  const deliver = async (events: Event[]) => {
    for (const reader of [...readers])
      if (events.some((event) => concerns(event, reader.actor.id))) await refresh(reader)
    const batch = await loadBatch(db, events, root_url)
    for (const reader of readers) reader.push(batch)
  }
  const refresh = async (reader: Reader) => {
    const actor = (await reader.isStillAllowed()) ? await actorOfAgent(db, reader.actor.id) : null
    if (actor) reader.actor = actor
    else {
      readers.delete(reader)
      reader.close('over')
    }
  }

  const stopListening = wake.listen(() => {
    again = true
    running ??= drain()
      .catch((error: Error) => log.error({ reason: error.message }, 'could not push events'))
      .finally(() => {
        running = undefined
      })
  })
  return {
    join(reader) {
      readers.add(reader)
      return () => readers.delete(reader)
    },
    refresh,
    get size() {
      return readers.size
    },
    async stop() {
      stopListening()
      for (const reader of readers) reader.close('stopping')
      await running
    },
  }
}
