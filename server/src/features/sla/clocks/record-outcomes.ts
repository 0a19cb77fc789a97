import type { SlaMetric } from '@parley/contract/sla/sla-metrics'
import type { Selectable } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { insertActivity } from '../../conversations/timeline/insert-message.ts'
import { asSystemActor } from '../as-system-actor.ts'
import type { SlaClock } from './sla-clock.ts'

/** One target before and after an update. */
export type Outcome = {
  metric: SlaMetric
  sla_event_id: number | null
  started_at: Date
  before: SlaClock
  after: SlaClock
}

/**
 * Records an event for each target that was met or missed, with the time of that, and an activity line for each missed one. When only
 * deadlines moved, one event tells clients to refresh.
 */
export async function recordOutcomes(
  tx: Tx,
  { before, after }: { before: ConversationRow; after: ConversationRow },
  context: { applied: Selectable<DB['applied_slas']>; policy: string; outcomes: readonly Outcome[] },
): Promise<ConversationRow> {
  const changed = context.outcomes.flatMap((outcome) => {
    if (outcome.after.breached_at && !outcome.before.breached_at) return [{ ...outcome, isBreached: true }]
    const isMet = outcome.after.met_at && !outcome.before.met_at && !outcome.after.breached_at
    return isMet ? [{ ...outcome, isBreached: false }] : []
  })
  let from = before
  for (const { isBreached, ...outcome } of changed) {
    const by = isBreached
      ? await asSystemActor(tx, { policy_id: context.applied.sla_policy_id, policy: context.policy })
      : tx
    const lines = isBreached ? [await insertBreachActivity(by, after, context.policy, outcome)] : []
    await by.record({
      type: isBreached ? 'conversation.sla_breached' : 'conversation.sla_met',
      conversation: { before: from, after },
      ...(isBreached && { message_ids: lines }),
      data: outcomeData(
        context.applied,
        outcome,
        isBreached ? outcome.after.breached_at : outcome.after.met_at,
      ),
    })
    from = after
  }
  if (changed.length === 0 && before.version !== after.version)
    await tx.record({ type: 'conversation.sla_moved', conversation: { before, after } })
  return after
}

const insertBreachActivity = (
  tx: Tx,
  c: ConversationRow,
  policy: string,
  { metric, after }: Outcome,
): Promise<number> =>
  insertActivity(tx, c, {
    type: 'sla_breached',
    data: { policy, metric, due: after.deadline_at?.toISOString() ?? null },
  })

const outcomeData = (
  applied: Selectable<DB['applied_slas']>,
  { metric, started_at, after }: Outcome,
  at: Date | null,
) => ({
  metric,
  policy_id: applied.sla_policy_id,
  applied_sla_id: applied.id,
  started_at: started_at.toISOString(),
  due_at: after.deadline_at?.toISOString() ?? null,
  at: at?.toISOString() ?? null,
})
