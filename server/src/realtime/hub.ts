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
  /** False once the session it was opened with is over. */
  isStillAllowed(): Promise<boolean>
  push(batch: Batch): void
  close(): void
}

export type Hub = {
  join(reader: Reader): () => void
  readonly size: number
  stop(): Promise<void>
}

const batchSize = 500
// Rights change by these; whoever is connected is looked at again.
const rightsOf = new Set(['agent', 'role', 'team'])

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
    if (events.some((event) => event.conversation_id === null && rightsOf.has(event.object_type)))
      await refreshRights()
    const batch = await loadBatch(db, events, root_url)
    for (const reader of readers) reader.push(batch)
  }
  const refreshRights = async () => {
    for (const reader of [...readers]) {
      const actor = (await reader.isStillAllowed()) ? await actorOfAgent(db, reader.actor.id) : null
      if (actor) reader.actor = actor
      else reader.close()
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
    get size() {
      return readers.size
    },
    async stop() {
      stopListening()
      for (const reader of readers) reader.close()
      await running
    },
  }
}
