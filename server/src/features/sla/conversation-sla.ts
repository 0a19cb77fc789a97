import { parseDurationMs } from '@parley/contract/shared/duration'
import type { ConversationSla, SlaTarget } from '@parley/contract/sla/conversation-sla'
import type { SlaMetric } from '@parley/contract/sla/sla-metrics'
import type { Db } from '../../db/pool.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { readTeamCalendar } from '../business-hours/team-calendars.ts'
import { remainingTime, runningSpansSince } from './clocks/running-time.ts'
import type { SlaClock } from './clocks/sla-clock.ts'
import { readStatusPhases } from './clocks/status-phases.ts'
import { type AppliedRow, clockOf, findAppliedSla, isClockRunning } from './clocks/update-clocks.ts'

/** The current state of a conversation's SLA targets, and where they come from. */
export async function readConversationSla(
  db: Db,
  c: ConversationRow,
  now: Date,
): Promise<ConversationSla | null> {
  const applied = await findAppliedSla({ db }, c)
  if (!applied) return null
  const { calendar, ...source } = await readTeamCalendar(db, c.assigned_team_id)
  const state = isClockRunning(c) ? 'running' : c.status_category === 'closed' ? 'closed' : 'waiting'
  const phases = state === 'waiting' ? await readStatusPhases(db, c) : []
  const next = await findNewestTurn(db, applied.id)
  const target = (metric: SlaMetric, clock: SlaClock, started_at: Date): SlaTarget[] => {
    const targetTime = applied[`${metric}_time`]
    if (targetTime === null && !clock.met_at && !clock.breached_at) return []
    const isOpen = !clock.met_at && !clock.breached_at
    const left = () =>
      remainingTime(
        calendar,
        runningSpansSince(started_at, phases),
        parseDurationMs(targetTime ?? '') ?? 0,
        now,
      )
    return [
      {
        metric,
        promised: targetTime ?? '',
        started_at: started_at.toISOString(),
        due_at: clock.deadline_at?.toISOString() ?? null,
        met_at: clock.met_at?.toISOString() ?? null,
        breached_at: clock.breached_at?.toISOString() ?? null,
        left_ms: isOpen && state === 'waiting' ? Math.max(0, left()) : null,
      },
    ]
  }
  return {
    policy: { id: applied.sla_policy_id, name: await currentPolicyName(db, applied) },
    applied_at: applied.created_at.toISOString(),
    reason: applied.reason,
    applied_by: applied.reason === 'hand' ? await findAgentName(db, applied.applied_by_id) : null,
    calendar: source,
    state,
    targets: [
      ...target('first_response', clockOf(applied, 'first_response'), applied.started_at),
      ...(next ? target('next_response', next, next.started_at) : []),
      ...target('resolution', clockOf(applied, 'resolution'), applied.started_at),
    ],
  }
}

const findNewestTurn = (db: Db, applied_id: number) =>
  db
    .selectFrom('sla_events')
    .select(['started_at', 'deadline_at', 'met_at', 'breached_at'])
    .where('applied_sla_id', '=', applied_id)
    .where('dropped_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The policy may have been renamed. */
async function currentPolicyName(db: Db, { sla_policy_id, policy }: AppliedRow): Promise<string> {
  if (sla_policy_id === null) return policy
  const row = await db
    .selectFrom('sla_policies')
    .select('name')
    .where('id', '=', sla_policy_id)
    .executeTakeFirst()
  return row?.name ?? policy
}

async function findAgentName(db: Db, id: number): Promise<string | null> {
  const agent = await db
    .selectFrom('agents')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return agent ? `${agent.first_name} ${agent.last_name}`.trim() : null
}
