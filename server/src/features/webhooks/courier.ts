import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import type { Log } from '../../log.ts'
import type { Secrets } from '../../secrets.ts'
import { attempt, type Sending } from './attempt.ts'
import { claimLines, dueWebhooks, headOf, type Line } from './claim.ts'
import { closeLine, settle } from './settle.ts'

export type CourierDeps = { db: Db; act: Act; system: Actor; log: Log; secrets: Secrets } & Sending

export type Courier = {
  /** Job: takes on what is due and returns at once, so that a receiver that hangs holds up no other job. */
  look(): Promise<void>
  /** When nothing is under way any more. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Per webhook and node (api-contract 6.9), so that one that hangs takes no other's places. */
const mostAtOnce = 5
/** Next tries, and what a node that died had taken. */
const lookEveryMs = 5_000

/**
 * Delivers what waits: conversations beside one another, each conversation's deliveries strictly one after the other. What is taken is
 * taken in the database; after a crash the claim runs out, and the same delivery goes out again under the same webhook-id.
 */
export function startCourier(deps: CourierDeps): Courier {
  const { db, act, system, log } = deps
  const active = new Map<number, number>()
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false

  const take = async () => {
    do {
      again = false
      const due = await dueWebhooks(db, deps.clock.now())
      const places = new Map(
        due.map((id) => [id, mostAtOnce - (active.get(id) ?? 0)] as const).filter(([, free]) => free > 0),
      )
      if (stopped || places.size === 0) continue
      for (const line of await act(system, (tx) => claimLines(tx, places))) begin(line)
    } while (again)
  }
  const begin = (line: Line) => {
    active.set(line.webhook_id, (active.get(line.webhook_id) ?? 0) + 1)
    const work = serve(deps, line, () => stopped)
      .catch((error: Error) => log.warn({ ...line, reason: error.message }, 'delivering webhooks broke off'))
      .finally(() => {
        running.delete(work)
        active.set(line.webhook_id, (active.get(line.webhook_id) ?? 1) - 1)
        if (!stopped) void look()
      })
    running.add(work)
  }
  const look = (): Promise<void> => {
    again = true
    looking ??= take()
      .catch((error: Error) => log.warn({ reason: error.message }, 'could not look for webhooks to deliver'))
      .finally(() => {
        looking = undefined
        // Asked for in the moment in which the last look ended.
        if (again && !stopped) void look()
      })
    return looking
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  void look()

  const settled = async () => {
    while (looking || running.size > 0) await Promise.allSettled([looking, ...running])
  }
  return {
    look,
    settled,
    async stop() {
      stopped = true
      clearInterval(timer)
      await settled()
    },
  }
}

/** Delivers a line that was taken, until it is empty, fails, or the node stops. */
async function serve(deps: CourierDeps, line: Line, isStopped: () => boolean): Promise<void> {
  const { db, act, system, secrets } = deps
  while (!isStopped()) {
    const head = await headOf(db, line)
    if (!head) break
    const outcome = await attempt(deps, secrets, { ...head, id: head.uuid })
    if (!(await act(system, (tx) => settle(tx, line, head, outcome)))) return
  }
  await act(system, (tx) => closeLine(tx, line))
}
