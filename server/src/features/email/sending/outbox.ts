import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from '../../../db/transaction.ts'
import { isTransient } from '../../../transient-error.ts'
import { deliverMessage, type SendingDeps } from './deliver-message.ts'
import { requeueUnsent, takeOverClaims } from './requeue-unsent.ts'
import { retryUntilStored } from './retry-until-stored.ts'

export type Outbox = {
  /** Job: takes on the reply and returns immediately, so that a hanging mail server does not block other jobs. */
  send(message_id: number): Promise<void>
  stop(): Promise<void>
}

/** Per inbox, so that one bad server does not take all slots. Further replies wait in a queue. */
const maxConcurrentPerInbox = 5
const requeueIntervalMs = 10_000
/** A reply that has been due for longer may have been waiting in the memory of a worker that is gone. Its job does nothing otherwise. */
const lostAfterMs = 15_000
const takeOverIntervalMs = 1_000
/** Runs later, started by whichever reply before it ends, but its log lines and traces belong to its own job. */
type QueuedReply = { id: number; deliver(): Promise<void> }

/** Until a reply is tried again after the database or the disk failed. */
const retryMs = 2_000

/**
 * Sends replies as their jobs arrive. Everything that waits here is pending in the database: after a crash, the sweep
 * at the next start or on another node finds it, as well as replies with an expired claim.
 */
export async function startOutbox(deps: SendingDeps): Promise<Outbox> {
  const { act, system, log } = deps
  const inProgress = new Set<number>()
  const running = new Set<Promise<void>>()
  const queues = new Map<number, { waiting: QueuedReply[]; active: number }>()
  let stopped = false

  const startNext = (inbox_id: number) => {
    const queue = queues.get(inbox_id)
    if (!queue || stopped) return
    if (queue.waiting.length === 0 && queue.active === 0) queues.delete(inbox_id)
    while (queue.active < maxConcurrentPerInbox && queue.waiting.length > 0) {
      const next = queue.waiting.shift()
      if (!next) return
      const { id, deliver } = next
      queue.active++
      const work = deliver()
        .catch((error: Error) => {
          log.error({ message_id: id, reason: error.message }, 'sending a reply failed')
          return isTransient(error) ? queueAgain(id) : undefined
        })
        .catch((error: Error) =>
          log.error({ message_id: id, reason: error.message }, 'could not queue a reply again'),
        )
        .finally(() => {
          inProgress.delete(id)
          running.delete(work)
          queue.active--
          startNext(inbox_id)
        })
      running.add(work)
    }
  }
  /** Its job is done, and the sweep leaves some time to those that are not. The next job does nothing while it is in progress. */
  const queueAgain = async (id: number) => {
    inProgress.delete(id)
    await retryUntilStored(async () => {
      if (stopped) return // The next start finds it.
      await act(system, (tx) => enqueueRetry(tx, id))
    })
  }
  const sweeps = await startSweeps(deps)

  return {
    async send(id) {
      if (inProgress.has(id)) return
      const row = await deps.db
        .selectFrom('messages')
        .select('inbox_id')
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row || inProgress.has(id) || stopped) return
      inProgress.add(id)
      const queue = queues.get(row.inbox_id) ?? { waiting: [], active: 0 }
      queues.set(row.inbox_id, queue)
      queue.waiting.push({ id, deliver: AsyncLocalStorage.bind(() => deliverMessage(deps, id)) })
      startNext(row.inbox_id)
    },
    async stop() {
      stopped = true
      sweeps.stop()
      await Promise.allSettled(running)
      deps.pools.close()
    },
  }
}

const enqueueRetry = (tx: Tx, id: number) =>
  tx.enqueue(
    'send_message',
    { id },
    { key: `send_message:${id}`, run_at: new Date(tx.now.getTime() + retryMs) },
  )

/** Finds, now and regularly, replies that a process left behind. */
async function startSweeps(deps: SendingDeps): Promise<{ stop(): void }> {
  // Their jobs may be locked by a process that is gone.
  await createSweep(deps, (tx) => requeueUnsent(tx, 0))()
  const timers = [
    setInterval(
      createSweep(deps, (tx) => requeueUnsent(tx, lostAfterMs)),
      requeueIntervalMs,
    ),
    setInterval(createSweep(deps, takeOverClaims), takeOverIntervalMs),
  ]
  for (const timer of timers) timer.unref()
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Returns what starts it, unless it is still running, such as during an outage of the database. */
function createSweep({ act, system, log }: SendingDeps, work: (tx: Tx) => Promise<void>) {
  let running: Promise<void> | undefined
  return () => {
    running ??= act(system, work)
      .catch((error: Error) => log.warn({ reason: error.message }, 'could not look for unsent replies'))
      .finally(() => {
        running = undefined
      })
    return running
  }
}
