import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { Log } from '../../../log.ts'
import type { Secrets } from '../../../secrets.ts'
import { claimQueues, type DeliveryQueue, findNextDelivery, listDueWebhooks } from './claim-queues.ts'
import { closeQueue, saveOutcome } from './delivery-outcome.ts'
import { postWebhook, type WebhookSender } from './post-webhook.ts'

export type DispatcherDeps = { db: Db; act: Act; system: Actor; log: Log; secrets: Secrets } & WebhookSender

export type WebhookDispatcher = {
  /** Job: takes on what is due and returns at once, so that a receiver that hangs holds up no other job. */
  dispatch(): Promise<void>
  /** When nothing is under way any more. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Per webhook and node (api-contract 6.9), so that one that hangs takes no other's places. */
const maxConcurrency = 5
/** Next tries, and what a node that died had taken. */
const dispatchIntervalMs = 5_000

/**
 * Delivers what waits: conversations beside one another, each conversation's deliveries strictly one after the other. What is taken is
 * taken in the database; after a crash the claim runs out, and the same delivery goes out again under the same webhook-id.
 */
export function startDispatcher(deps: DispatcherDeps): WebhookDispatcher {
  const { db, act, system, log } = deps
  const active = new Map<number, number>()
  const running = new Set<Promise<void>>()
  let dispatching: Promise<void> | undefined
  let again = false
  let stopped = false

  const claimAndStart = async () => {
    do {
      again = false
      const due = await listDueWebhooks(db, deps.clock.now())
      const freeSlots = new Map(
        due.map((id) => [id, maxConcurrency - (active.get(id) ?? 0)] as const).filter(([, free]) => free > 0),
      )
      if (stopped || freeSlots.size === 0) continue
      for (const queue of await act(system, (tx) => claimQueues(tx, freeSlots))) startQueue(queue)
    } while (again)
  }
  const startQueue = (queue: DeliveryQueue) => {
    active.set(queue.webhook_id, (active.get(queue.webhook_id) ?? 0) + 1)
    const work = drainQueue(deps, queue, () => stopped)
      .catch((error: Error) => log.warn({ ...queue, reason: error.message }, 'delivering webhooks broke off'))
      .finally(() => {
        running.delete(work)
        active.set(queue.webhook_id, (active.get(queue.webhook_id) ?? 1) - 1)
        if (!stopped) void look()
      })
    running.add(work)
  }
  const look = (): Promise<void> => {
    again = true
    dispatching ??= claimAndStart()
      .catch((error: Error) => log.warn({ reason: error.message }, 'could not look for webhooks to deliver'))
      .finally(() => {
        dispatching = undefined
        // Asked for in the moment in which the last look ended.
        if (again && !stopped) void look()
      })
    return dispatching
  }
  const timer = setInterval(() => void look(), dispatchIntervalMs)
  timer.unref()
  void look()

  const settled = async () => {
    while (dispatching || running.size > 0) await Promise.allSettled([dispatching, ...running])
  }
  return {
    dispatch: look,
    idle: settled,
    async stop() {
      stopped = true
      clearInterval(timer)
      await settled()
    },
  }
}

/** Delivers a line that was taken, until it is empty, fails, or the node stops. */
async function drainQueue(
  deps: DispatcherDeps,
  queue: DeliveryQueue,
  isStopped: () => boolean,
): Promise<void> {
  const { db, act, system, secrets } = deps
  while (!isStopped()) {
    const delivery = await findNextDelivery(db, queue)
    if (!delivery) break
    const outcome = await postWebhook(deps, secrets, { ...delivery, id: delivery.uuid })
    if (!(await act(system, (tx) => saveOutcome(tx, queue, delivery, outcome)))) return
  }
  await act(system, (tx) => closeQueue(tx, queue))
}
