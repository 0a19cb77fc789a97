import type { Calendar } from '@parley/contract/business-time'
import { durationMs } from '@parley/contract/duration'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { type Clock, readClock, unset } from './clock.ts'
import type { PolicyRow } from './get.ts'
import type { Outcome } from './record-outcomes.ts'
import { type Phase, runningSince } from './running.ts'
import { firstMessageOf, saidSince, type Turn, turnsOf } from './turns.ts'

type AppliedRow = Selectable<DB['applied_slas']>
type EventRow = Selectable<DB['sla_events']>

/** What came of a turn; one that was given up is over, and nobody waits for its answer. */
export type TurnOutcome = Outcome & { is_dropped: boolean }

/** Brings the rows of next responses in step with what was said since the newest of them; answers those that were looked at, in order. */
export async function keepTurns(
  tx: Tx,
  c: ConversationRow,
  by: { applied: AppliedRow; policy: PolicyRow; calendar: Calendar; phases: readonly Phase[] },
): Promise<TurnOutcome[]> {
  const promised = durationMs(by.policy.next_response_time ?? '')
  const newest = await tx.db
    .selectFrom('sla_events')
    .selectAll()
    .where('applied_sla_id', '=', by.applied.id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest && promised === null) return []
  const since = newest?.started_at ?? noticedSince(c, by)
  const said = await saidSince(tx.db, c.id, since)
  const turns = turnsOf(said, await firstMessageOf(tx.db, c.id), by.phases)
  const isLost = newest && !turns.some(({ message_id }) => message_id === newest.message_id)
  if (isLost) await giveUp(tx, newest)
  const outcomes: TurnOutcome[] = []
  for (const turn of turns) {
    const row = newest?.message_id === turn.message_id ? newest : null
    // Not promised any more: nothing new begins, and what is open has no deadline.
    if (!row && promised === null) break
    const before = row ? clockIn(row) : unset
    const { started_at, done_at, dropped_at } = turn
    // It stands as it stood when it was given up: what opened the conversation again opened another turn.
    const phases = dropped_at ? by.phases.filter(({ from }) => from < dropped_at) : by.phases
    const running = runningSince(started_at, phases)
    const after = readClock(before, { ...by, running, promised, done_at, now: tx.now })
    const sla_event_id = await writeTurn(tx, by.applied.id, { turn, row, after })
    outcomes.push({
      ...{ metric: 'next_response', sla_event_id, started_at, before, after },
      is_dropped: dropped_at !== null,
    })
  }
  return outcomes
}

/** What was answered before the promise was made is nothing to it; who waits just then is promised an answer from when they wrote. */
function noticedSince(
  { waiting_since }: ConversationRow,
  { applied, policy }: { applied: AppliedRow; policy: PolicyRow },
): Date {
  const made = applied.created_at > policy.updated_at ? applied.created_at : policy.updated_at
  return waiting_since && waiting_since < made ? waiting_since : made
}

/** The message that began it is in this conversation no more. */
async function giveUp(tx: Tx, { id, met_at }: EventRow): Promise<void> {
  if (met_at) return
  await tx.db.updateTable('sla_events').set({ dropped_at: tx.now }).where('id', '=', id).execute()
}

const clockIn = ({ deadline_at, met_at, breached_at }: EventRow): Clock => ({
  deadline_at,
  met_at,
  breached_at,
})

async function writeTurn(
  tx: Tx,
  applied_sla_id: number,
  { turn, row, after }: { turn: Turn; row: EventRow | null; after: Clock },
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
