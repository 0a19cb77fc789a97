import type { Calendar } from '@parley/contract/business-hours/business-time'
import { parseDurationMs } from '@parley/contract/shared/duration'
import type { Selectable } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { PolicyRow } from '../policies/policies.ts'
import type { Outcome } from './record-outcomes.ts'
import { type Phase, runningSpansSince } from './running-time.ts'
import { computeClock, emptyClock, type SlaClock } from './sla-clock.ts'
import { computeTurns, findFirstMessageId, listMessagesSince, type Turn } from './turns.ts'

type AppliedRow = Selectable<DB['applied_slas']>
type EventRow = Selectable<DB['sla_events']>

/** The outcome of a turn; a dropped one is over and expects no reply. */
export type TurnOutcome = Outcome & { is_dropped: boolean }

/** Updates the stored turns with the messages since the newest of them. Returns the examined turns in order. */
export async function updateTurns(
  tx: Tx,
  c: ConversationRow,
  context: { applied: AppliedRow; policy: PolicyRow; calendar: Calendar; phases: readonly Phase[] },
): Promise<TurnOutcome[]> {
  const target_ms = parseDurationMs(context.policy.next_response_time ?? '')
  const newest = await tx.db
    .selectFrom('sla_events')
    .selectAll()
    .where('applied_sla_id', '=', context.applied.id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest && target_ms === null) return []
  const since = newest?.started_at ?? turnsCountFrom(c, context)
  const messages = await listMessagesSince(tx.db, c.id, since)
  const turns = computeTurns(messages, await findFirstMessageId(tx.db, c.id), context.phases)
  const isMessageGone = newest && !turns.some(({ message_id }) => message_id === newest.message_id)
  if (isMessageGone) await dropTurn(tx, newest)
  const outcomes: TurnOutcome[] = []
  for (const turn of turns) {
    const row = newest?.message_id === turn.message_id ? newest : null
    // No target any more: no new turns start, and open ones have no deadline.
    if (!row && target_ms === null) break
    const before = row ? clockOfRow(row) : emptyClock
    const { started_at, done_at, dropped_at } = turn
    const running_spans = runningSpansSince(started_at, phasesOfTurn(turn, context.phases))
    const after = computeClock(before, {
      ...context,
      running_spans,
      target_ms,
      done_at,
      now: tx.now,
    })
    const sla_event_id = await saveTurn(tx, context.applied.id, { turn, row, after })
    outcomes.push({
      ...{ metric: 'next_response', sla_event_id, started_at, before, after },
      is_dropped: dropped_at !== null,
    })
  }
  return outcomes
}

/** A dropped turn keeps the state it had then: the message that reopened the conversation started another turn. */
const phasesOfTurn = ({ dropped_at }: Turn, phases: readonly Phase[]) =>
  dropped_at ? phases.filter(({ from }) => from < dropped_at) : phases

/**
 * Replies from before the policy was applied don't count. A customer who is waiting at that time gets a target counted from their message.
 */
function turnsCountFrom(
  { waiting_since }: ConversationRow,
  { applied, policy }: { applied: AppliedRow; policy: PolicyRow },
): Date {
  const appliedOrChangedAt = applied.created_at > policy.updated_at ? applied.created_at : policy.updated_at
  return waiting_since && waiting_since < appliedOrChangedAt ? waiting_since : appliedOrChangedAt
}

/** The message that started the turn is no longer in this conversation. */
async function dropTurn(tx: Tx, { id, met_at }: EventRow): Promise<void> {
  if (met_at) return
  await tx.db.updateTable('sla_events').set({ dropped_at: tx.now }).where('id', '=', id).execute()
}

const clockOfRow = ({ deadline_at, met_at, breached_at }: EventRow): SlaClock => ({
  deadline_at,
  met_at,
  breached_at,
})

async function saveTurn(
  tx: Tx,
  applied_sla_id: number,
  { turn, row, after }: { turn: Turn; row: EventRow | null; after: SlaClock },
): Promise<number> {
  const { message_id, started_at, dropped_at } = turn
  const status = after.breached_at
    ? ('breached' as const)
    : after.met_at
      ? ('met' as const)
      : ('pending' as const)
  const columns = { ...after, met_at: dropped_at ? null : after.met_at, dropped_at, status }
  const { id } = row
    ? await tx.db
        .updateTable('sla_events')
        .set(columns)
        .where('id', '=', row.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx.db
        .insertInto('sla_events')
        .values({ ...columns, applied_sla_id, message_id, started_at, created_at: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
  return id
}
