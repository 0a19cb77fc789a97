import { durationMs } from '@parley/contract/duration'
import type { SlaMetric } from '@parley/contract/sla-metrics'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { calendarFor } from '../business-hours/calendars.ts'
import { lockById } from '../conversations/access.ts'
import { change } from '../conversations/change.ts'
import { appliedStatus, type Clock, readClock } from './clock.ts'
import { getPolicy, noticesOf } from './get.ts'
import { keepTurns } from './keep-turns.ts'
import { sendNotices } from './notices.ts'
import { phasesOf } from './phases.ts'
import { type Outcome, recordOutcomes } from './record-outcomes.ts'
import { runningSince } from './running.ts'
import type { Watched } from './tell.ts'

export type AppliedRow = Selectable<DB['applied_slas']>

export const keepJob = 'keep_sla'
export const keepJobKey = (conversation_id: number) => `sla:${conversation_id}`

/** Job: at the instant at which a clock of the conversation runs out or somebody is to be told, and whenever something moved its clocks. */
export async function keepDue(tx: Tx, conversation_id: number): Promise<void> {
  const c = await lockById(tx, conversation_id)
  if (c) await keepClocks(tx, c)
}

/**
 * Works out afresh where the promises of a locked conversation stand, from what happened to it, and writes down what became of them since.
 * It may be called at any time and as often as one likes: what was kept, broken or told stays so.
 */
export async function keepClocks(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  const applied = await currentOf(tx, c)
  if (!applied || applied.sla_policy_id === null) return c
  const policy = await getPolicy(tx.db, applied.sla_policy_id)
  const { calendar } = await calendarFor(tx.db, c.assigned_team_id)
  const phases = await phasesOf(tx.db, c)
  const running = runningSince(applied.started_at, phases)
  const read = (metric: 'first_response' | 'resolution', done_at: Date | null): Outcome => {
    const before = clockOf(applied, metric)
    const promised = durationMs(policy[`${metric}_time`] ?? '')
    const after = readClock(before, { calendar, running, promised, done_at, now: tx.now })
    return { metric, sla_event_id: null, started_at: applied.started_at, before, after }
  }
  const first = read('first_response', c.first_reply_at)
  const resolution = read('resolution', c.resolved_at)
  const turns = await keepTurns(tx, c, { applied, policy, calendar, phases })
  await writeApplied(tx, applied, {
    first_response_time: policy.first_response_time,
    next_response_time: policy.next_response_time,
    resolution_time: policy.resolution_time,
    ...columnsOf('first_response', first.after),
    ...columnsOf('resolution', resolution.after),
    status: appliedStatus([first.after, resolution.after]),
  })
  const open = turns.filter(({ is_dropped }) => !is_dropped)
  const watched = [first, ...open, resolution]
  const newest = open.at(-1)
  const shown = await show(tx, c, {
    first: first.after,
    resolution: resolution.after,
    next: newest?.after ?? null,
  })
  const after = await recordOutcomes(
    tx,
    { before: c, after: shown },
    { applied, policy: policy.name, outcomes: [first, ...turns, resolution] },
  )
  const again = await sendNotices(tx, after, {
    applied_id: applied.id,
    notices: noticesOf(policy.notifications),
    watched: watched.map(watchedOf),
  })
  await setTimer(tx, after, watched, again)
  return after
}

export async function currentOf(tx: { db: Db }, c: ConversationRow): Promise<AppliedRow | null> {
  if (c.applied_sla_id === null) return null
  const row = await tx.db
    .selectFrom('applied_slas')
    .selectAll()
    .where('id', '=', c.applied_sla_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export const clockOf = (applied: AppliedRow, metric: 'first_response' | 'resolution'): Clock => ({
  deadline_at: applied[`${metric}_deadline_at`],
  met_at: applied[`${metric}_met_at`],
  breached_at: applied[`${metric}_breached_at`],
})

const columnsOf = (metric: Exclude<SlaMetric, 'next_response'>, clock: Clock) => ({
  [`${metric}_deadline_at`]: clock.deadline_at,
  [`${metric}_met_at`]: clock.met_at,
  [`${metric}_breached_at`]: clock.breached_at,
})

async function writeApplied(tx: Tx, applied: AppliedRow, columns: Partial<AppliedRow>): Promise<void> {
  if (isSame(applied, columns)) return
  await tx.db
    .updateTable('applied_slas')
    .set({ ...columns, updated_at: tx.now })
    .where('id', '=', applied.id)
    .execute()
}

/** What lists and screens see: a deadline is there while its clock runs and once it was kept in time or late; nothing counts down to what waits. */
async function show(
  tx: Tx,
  c: ConversationRow,
  { first, resolution, next }: { first: Clock; resolution: Clock; next: Clock | null },
): Promise<ConversationRow> {
  const isOpen = c.status_category === 'open'
  const seen = (clock: Clock | null) => (clock && (clock.met_at || isOpen) ? clock.deadline_at : null)
  const open = [first, resolution, next].filter((clock) => clock?.deadline_at && !clock.met_at)
  const columns = {
    first_response_deadline_at: seen(first),
    resolution_deadline_at: seen(resolution),
    next_response_deadline_at: seen(next),
    next_response_met_at: next?.met_at ?? null,
    next_sla_deadline_at: isOpen ? earliest(open.flatMap((clock) => clock?.deadline_at ?? [])) : null,
  }
  return isSame(c, columns) ? c : change(tx, c, columns)
}

const watchedOf = ({ metric, sla_event_id, before, after }: Outcome): Watched => ({
  metric,
  sla_event_id,
  clock: after,
  broke: after.breached_at !== null && before.breached_at === null && after.met_at === null,
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
  const at = c.status_category === 'open' ? earliest([...deadlines, ...notices]) : null
  if (at) await tx.enqueue(keepJob, { id: c.id }, { key: keepJobKey(c.id), run_at: at })
  else await tx.dequeue(keepJobKey(c.id))
}

const earliest = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((least, at) => (least && least <= at ? least : at), null)

const isSame = (row: object, columns: object): boolean =>
  Object.entries(columns).every(
    ([column, value]) => JSON.stringify(row[column as keyof typeof row]) === JSON.stringify(value), // entries() loses the key's type
  )
