import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { Log } from '../../../log.ts'
import type { Secrets } from '../../../secrets.ts'
import { observe } from '../../../telemetry/operation.ts'
import { claimQueues, type DeliveryQueue, findNextDelivery, listDueWebhooks } from './claim-queues.ts'
import { closeQueue, saveOutcome } from './delivery-outcome.ts'
import { postWebhook, type WebhookSender } from './post-webhook.ts'

export type DispatcherDeps = { db: Db; act: Act; system: Actor; log: Log; secrets: Secrets } & WebhookSender

export type WebhookDispatcher = {
  /** Job: starts due deliveries and returns immediately, so that a slow receiver does not block other jobs. */
  dispatch(): Promise<void>
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Per webhook and node (docs/spec/wire.md#webhooks), so that a slow receiver does not take up the slots of others. */
const maxConcurrency = 5
/** For retries, and for queues claimed by a node that died. */
const dispatchIntervalMs = 5_000

/**
 * Delivers queued events: conversations in parallel, each conversation's deliveries strictly in order. Claims are stored in the
 * database; after a crash they expire, and the same delivery is sent again under the same webhook-id.
 */
export function startDispatcher(deps: DispatcherDeps): WebhookDispatcher {
  const { db, act, system, log } = deps
  const active = new Map<number, number>()
  const running = new Set<Promise<void>>()
  let dispatching: Promise<void> | undefined
  let rerun = false
  let stopped = false

  const claimAndStart = async () => {
    do {
      rerun = false
      const due = await listDueWebhooks(db, deps.clock.now())
      const freeSlots = new Map(
        due.map((id) => [id, maxConcurrency - (active.get(id) ?? 0)] as const).filter(([, free]) => free > 0),
      )
      if (stopped || freeSlots.size === 0) continue
      for (const queue of await act(system, (tx) => claimQueues(tx, freeSlots))) startQueue(queue)
    } while (rerun)
  }
  const startQueue = (queue: DeliveryQueue) => {
    active.set(queue.webhook_id, (active.get(queue.webhook_id) ?? 0) + 1)
    const work = drainQueue(deps, queue, () => stopped)
      .catch((error: Error) =>
        log.warn({ ...queue, reason: error.message }, 'delivering webhooks was interrupted'),
      )
      .finally(() => {
        running.delete(work)
        active.set(queue.webhook_id, (active.get(queue.webhook_id) ?? 1) - 1)
        if (!stopped) void requestDispatch()
      })
    running.add(work)
  }
  const requestDispatch = (): Promise<void> => {
    rerun = true
    dispatching ??= claimAndStart()
      .catch((error: Error) => log.warn({ reason: error.message }, 'could not dispatch webhooks'))
      .finally(() => {
        dispatching = undefined
        // Requested while the previous run was finishing.
        if (rerun && !stopped) void requestDispatch()
      })
    return dispatching
  }
  const timer = setInterval(() => void requestDispatch(), dispatchIntervalMs)
  timer.unref()
  void requestDispatch()

  const settled = async () => {
    while (dispatching || running.size > 0) await Promise.allSettled([dispatching, ...running])
  }
  return {
    dispatch: requestDispatch,
    idle: settled,
    async stop() {
      stopped = true
      clearInterval(timer)
      await settled()
    },
  }
}

/** Delivers a claimed queue until it is empty, an attempt fails, or the node stops. */
async function drainQueue(
  deps: DispatcherDeps,
  queue: DeliveryQueue,
  isStopped: () => boolean,
): Promise<void> {
  const { db, act, system, secrets } = deps
  while (!isStopped()) {
    const delivery = await findNextDelivery(db, queue)
    if (!delivery) break
    const hasMore = await observe(
      { kind: 'webhook_attempt' },
      async () => {
        const outcome = await postWebhook(deps, secrets, { ...delivery, id: delivery.uuid })
        return act(system, (tx) => saveOutcome(tx, queue, delivery, outcome))
      },
      { log_fields: { webhook_delivery_id: delivery.id }, root: true },
    )
    if (!hasMore) return
  }
  await act(system, (tx) => closeQueue(tx, queue))
}
