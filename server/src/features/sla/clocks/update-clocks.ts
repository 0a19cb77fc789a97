import { parseDurationMs } from '@parley/contract/shared/duration'
import type { SlaMetric } from '@parley/contract/sla/sla-metrics'
import type { Selectable } from 'kysely'
import { lockByIdEvenHidden } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { readTeamCalendar } from '../../business-hours/team-calendars.ts'
import { updateConversation } from '../../conversations/update-conversation.ts'
import type { WatchedClock } from '../notices/notify-recipients.ts'
import { sendDueNotices } from '../notices/sla-notices.ts'
import { parseNotices, policyEntity } from '../policies/policies.ts'
import { type Outcome, recordOutcomes } from './record-outcomes.ts'
import { runningSpansSince } from './running-time.ts'
import { appliedStatus, computeClock, type SlaClock } from './sla-clock.ts'
import { readStatusPhases } from './status-phases.ts'
import { updateTurns } from './update-turns.ts'

export type AppliedRow = Selectable<DB['applied_slas']>

export const updateClocksJob = 'keep_sla'
export const updateClocksJobKey = (conversation_id: number) => `sla:${conversation_id}`

/** Job: at the time of the next deadline or notification, and whenever an event affects the timers. A hidden conversation's are paused. */
export async function updateDueClocks(tx: Tx, conversation_id: number): Promise<void> {
  const c = await lockByIdEvenHidden(tx, conversation_id)
  if (c) await updateClocks(tx, c)
}

/**
 * Recomputes the SLA targets of a locked conversation from its history, and records what changed. Can be called at any time and repeatedly:
 * targets that were met, missed or notified stay so.
 */
export async function updateClocks(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  const applied = await findAppliedSla(tx, c)
  if (!applied || applied.sla_policy_id === null) return c
  const policy = await policyEntity.get(tx.db, applied.sla_policy_id)
  const { calendar } = await readTeamCalendar(tx.db, c.assigned_team_id)
  const phases = await readStatusPhases(tx.db, c)
  const running_spans = runningSpansSince(applied.started_at, phases)
  const computeOutcome = (metric: 'first_response' | 'resolution', done_at: Date | null): Outcome => {
    const before = clockOf(applied, metric)
    const target_ms = parseDurationMs(policy[`${metric}_time`] ?? '')
    const after = computeClock(before, { calendar, running_spans, target_ms, done_at, now: tx.now })
    return { metric, sla_event_id: null, started_at: applied.started_at, before, after }
  }
  const first = computeOutcome('first_response', c.first_reply_at)
  const resolution = computeOutcome('resolution', c.resolved_at)
  const turns = await updateTurns(tx, c, { applied, policy, calendar, phases })
  await updateAppliedSla(tx, applied, {
    first_response_time: policy.first_response_time,
    next_response_time: policy.next_response_time,
    resolution_time: policy.resolution_time,
    ...clockColumns('first_response', first.after),
    ...clockColumns('resolution', resolution.after),
    status: appliedStatus([first.after, resolution.after]),
  })
  const open = turns.filter(({ is_dropped }) => !is_dropped)
  const openOutcomes = [first, ...open, resolution]
  const newest = open.at(-1)
  const displayed = await updateDisplayedDeadlines(tx, c, {
    first: first.after,
    resolution: resolution.after,
    next: newest?.after ?? null,
  })
  const after = await recordOutcomes(
    tx,
    { before: c, after: displayed },
    { applied, policy: policy.name, outcomes: [first, ...turns, resolution] },
  )
  const noticeTimes = await sendDueNotices(tx, after, {
    applied_id: applied.id,
    notices: parseNotices(policy.notifications),
    watched: openOutcomes.map(toWatchedClock),
  })
  await setTimer(tx, after, openOutcomes, noticeTimes)
  return after
}

export async function findAppliedSla(tx: { db: Db }, c: ConversationRow): Promise<AppliedRow | null> {
  if (c.applied_sla_id === null) return null
  const row = await tx.db
    .selectFrom('applied_slas')
    .selectAll()
    .where('id', '=', c.applied_sla_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export const clockOf = (applied: AppliedRow, metric: 'first_response' | 'resolution'): SlaClock => ({
  deadline_at: applied[`${metric}_deadline_at`],
  met_at: applied[`${metric}_met_at`],
  breached_at: applied[`${metric}_breached_at`],
})

const clockColumns = (metric: Exclude<SlaMetric, 'next_response'>, clock: SlaClock) => ({
  [`${metric}_deadline_at`]: clock.deadline_at,
  [`${metric}_met_at`]: clock.met_at,
  [`${metric}_breached_at`]: clock.breached_at,
})

async function updateAppliedSla(tx: Tx, applied: AppliedRow, columns: Partial<AppliedRow>): Promise<void> {
  if (isSame(applied, columns)) return
  await tx.db
    .updateTable('applied_slas')
    .set({ ...columns, updated_at: tx.now })
    .where('id', '=', applied.id)
    .execute()
}

/**
 * The deadlines that lists and screens show: while a timer runs, and after the target was met or done late. Paused timers show no
 * countdown.
 */
async function updateDisplayedDeadlines(
  tx: Tx,
  c: ConversationRow,
  { first, resolution, next }: { first: SlaClock; resolution: SlaClock; next: SlaClock | null },
): Promise<ConversationRow> {
  const isRunning = isClockRunning(c)
  const displayedDeadline = (clock: SlaClock | null) =>
    clock && (clock.met_at || isRunning) ? clock.deadline_at : null
  const open = [first, resolution, next].filter((clock) => clock?.deadline_at && !clock.met_at)
  const columns = {
    first_response_deadline_at: displayedDeadline(first),
    resolution_deadline_at: displayedDeadline(resolution),
    next_response_deadline_at: displayedDeadline(next),
    next_response_met_at: next?.met_at ?? null,
    next_sla_deadline_at: isRunning ? earliest(open.flatMap((clock) => clock?.deadline_at ?? [])) : null,
  }
  return isSame(c, columns) ? c : updateConversation(tx, c, columns)
}

export const isClockRunning = (c: Pick<ConversationRow, 'status_category' | 'deleted_at'>): boolean =>
  c.status_category === 'open' && c.deleted_at === null

const toWatchedClock = ({ metric, sla_event_id, before, after }: Outcome): WatchedClock => ({
  metric,
  sla_event_id,
  clock: after,
  just_breached: after.breached_at !== null && before.breached_at === null && after.met_at === null,
})

async function setTimer(
  tx: Tx,
  c: ConversationRow,
  outcomes: readonly Outcome[],
  notices: Date[],
): Promise<void> {
  const deadlines = outcomes.flatMap(({ after }) =>
    after.deadline_at && !after.met_at && !after.breached_at ? [after.deadline_at] : [],
  )
  const at = isClockRunning(c) ? earliest([...deadlines, ...notices]) : null
  if (at) await tx.enqueue(updateClocksJob, { id: c.id }, { key: updateClocksJobKey(c.id), run_at: at })
  else await tx.dequeue(updateClocksJobKey(c.id))
}

const earliest = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>(
    (earliestSoFar, at) => (earliestSoFar && earliestSoFar <= at ? earliestSoFar : at),
    null,
  )

const isSame = (row: object, columns: object): boolean =>
  Object.entries(columns).every(
    ([column, value]) => JSON.stringify(row[column as keyof typeof row]) === JSON.stringify(value), // entries() loses the key's type
  )
