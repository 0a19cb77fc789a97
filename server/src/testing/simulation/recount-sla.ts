import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type NaiveBusinessHours, naiveBusinessHours, type SimpleHours } from './naive-business-hours.ts'

const hour = 3_600_000

/** The settings at some time, in chronological order: targets by policy, and business hours by team (0: without a team). */
export type SettingsSnapshot = {
  at: number
  policies: Record<
    string,
    { first_response: number | null; next_response: number | null; resolution: number | null }
  >
  hours: Record<string, SimpleHours | null>
}

/** The outcome of one SLA target. Times in milliseconds. */
export type SlaOutcome = { due: number | null; met: number | null; breached: number | null }

type Metric = 'first_response' | 'next_response' | 'resolution'
type ActivityLine = { at: number; type: string; status: string | null; team: number | null }
type Mail = { id: number; at: number; written: number; author: 'contact' | 'person' }
type Applied = { id: number; policy: number; from: number; to: number; started: number }
type ConversationTimeline = {
  id: number
  created: number
  lines: ActivityLine[]
  mails: Mail[]
  applied: Applied[]
}

const categories: Record<string, 'open' | 'waiting' | 'closed'> = {
  Open: 'open',
  Snoozed: 'waiting',
  Resolved: 'closed',
  Closed: 'closed',
}

/**
 * Recomputes every SLA target of every conversation from its timeline, without using anything the engine wrote. Returns outcomes by
 * `applied_sla_id metric`, and for next responses by `applied_sla_id next_response message_id`.
 */
export async function recountSla(
  db: Db,
  history: readonly SettingsSnapshot[],
  end: Date,
): Promise<Map<string, SlaOutcome>> {
  const calendars = new Map<string, NaiveBusinessHours>()
  const first = new Date((history[0]?.at ?? 0) - 24 * hour)
  const days = Math.ceil((end.getTime() - first.getTime()) / (24 * hour)) + 40
  const minutesOf = (hours: SimpleHours): NaiveBusinessHours => {
    const key = JSON.stringify(hours)
    const cached = calendars.get(key) ?? naiveBusinessHours(hours, first, days)
    calendars.set(key, cached)
    return cached
  }
  const outcomes = new Map<string, SlaOutcome>()
  for (const timeline of await loadTimelines(db, end.getTime()))
    for (const applied of timeline.applied) {
      const outcomeOf = (target: Target) => computeOutcome({ timeline, applied, history, minutesOf }, target)
      const replies = timeline.mails.filter((mail) => mail.author === 'person').map(({ at }) => at)
      const closings = timeline.lines.filter((line) => categoryOf(line) === 'closed').map(({ at }) => at)
      // Replies before the policy was applied do not count.
      const turns = customerTurns(timeline, applied).filter(
        ({ answered }) => answered === null || answered >= applied.from,
      )
      outcomes.set(
        `${applied.id} first_response`,
        outcomeOf({ metric: 'first_response', started: applied.started, completed: earliest(replies) }),
      )
      outcomes.set(
        `${applied.id} resolution`,
        outcomeOf({ metric: 'resolution', started: applied.started, completed: earliest(closings) }),
      )
      for (const turn of turns)
        outcomes.set(
          `${applied.id} next_response ${turn.id}`,
          outcomeOf({
            ...{ metric: 'next_response', started: turn.from },
            ...{ completed: turn.answered, until: turn.until },
          }),
        )
    }
  return outcomes
}

const earliest = (times: readonly number[]): number | null => (times.length > 0 ? Math.min(...times) : null)

const categoryOf = ({ type, status }: ActivityLine): 'open' | 'waiting' | 'closed' | null => {
  if (type === 'snoozed') return 'waiting'
  if (type === 'woke_up' || type === 'reopened') return 'open'
  return type === 'status_changed' ? (categories[status ?? ''] ?? 'open') : null
}

type OutcomeContext = {
  timeline: ConversationTimeline
  applied: Applied
  history: readonly SettingsSnapshot[]
  minutesOf: (hours: SimpleHours) => NaiveBusinessHours
}
type Target = { metric: Metric; started: number; completed: number | null; until?: number }

/** Steps through all times at which anything changed. The first deadline passed on the way is missed. */
function computeOutcome(context: OutcomeContext, target: Target): SlaOutcome {
  const { completed, until = context.applied.to } = target
  const endsAt = Math.min(until, context.applied.to)
  const completedAt = completed ?? Number.POSITIVE_INFINITY
  const changeTimes = listChangeTimes(context, target, endsAt)
  let due: number | null = null
  for (const [n, at] of changeTimes.entries()) {
    const { missed: breached, ...deadline } = deadlineAt(context, target, at)
    due = deadline.due
    if (completedAt <= at) return { due, met: deadline.has_target ? completed : null, breached }
    const next = changeTimes[n + 1] ?? endsAt
    if (breached !== null && breached <= next)
      return { due, met: completedAt <= endsAt ? completed : null, breached }
  }
  return { due, met: null, breached: null }
}

/** The deadline with the settings of that time, from what has happened until then. */
function deadlineAt(
  { timeline, applied, history, minutesOf }: OutcomeContext,
  { metric, started, completed }: Target,
  at: number,
): { has_target: boolean; due: number | null; missed: number | null } {
  const { target_ms, hours } = settingsAt(timeline, applied, history, metric, at)
  if (target_ms === null || !hours) return { has_target: target_ms !== null, due: null, missed: null }
  const completedAt = completed ?? Number.POSITIVE_INFINITY
  const spans = openSpans(timeline, started, Math.min(completedAt, at), completedAt <= at)
  const due = minutesOf(hours).deadline(spans, target_ms)
  return { has_target: true, due, missed: due !== null && completedAt > due ? due : null }
}

function listChangeTimes(
  { timeline, applied, history }: OutcomeContext,
  { started, completed }: Target,
  endsAt: number,
): number[] {
  return (
    [
      applied.from,
      started,
      ...timeline.lines.filter((line) => categoryOf(line) || line.team !== null).map(({ at }) => at),
      ...history.map(({ at }) => at),
      ...(completed === null ? [] : [completed]),
    ]
      // Other changes at the time when a policy was replaced do not affect the old one.
      .filter((at) => at >= Math.max(applied.from, started) && at < endsAt)
      .toSorted((a, b) => a - b)
  )
}

function settingsAt(
  { lines }: ConversationTimeline,
  { policy }: Applied,
  history: readonly SettingsSnapshot[],
  metric: Metric,
  at: number,
): { target_ms: number | null; hours: SimpleHours | null } {
  const settings = history.findLast((snapshot) => snapshot.at <= at)
  const team = lines.findLast((line) => line.team !== null && line.at <= at)?.team ?? 0
  return {
    target_ms: settings?.policies[policy]?.[metric] ?? null,
    hours: settings?.hours[team] ?? settings?.hours[0] ?? null,
  }
}

/** The spans in which it was open: up to `at` as recorded, and after that as if nothing changed. */
function openSpans(
  timeline: ConversationTimeline,
  started: number,
  at: number,
  isDone: boolean,
): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  let since: number | null = timeline.created
  for (const line of timeline.lines) {
    const category = categoryOf(line)
    // The event that met the target may also have closed it; until then it was open.
    if (category === null || line.at > at || (isDone && line.at >= at)) continue
    if (category === 'open') since ??= line.at
    else if (since !== null) {
      spans.push({ from: since, to: line.at })
      since = null
    }
  }
  if (isDone && since === null) since = at
  if (since !== null) spans.push({ from: since, to: at + 1000 * 24 * hour })
  return spans
    .map(({ from, to }) => ({ from: Math.max(from, started), to }))
    .filter(({ from, to }) => from < to)
}

/**
 * Every customer message except the first starts a turn if none is open. A later agent reply ends it; closing followed by a new message
 * replaces it.
 */
function customerTurns(timeline: ConversationTimeline, applied: Applied) {
  const [first, ...later_mails] = timeline.mails.filter((mail) => mail.author === 'contact')
  const turns: { id: number; from: number; answered: number | null; until: number }[] = []
  for (const mail of later_mails) {
    const last = turns.at(-1)
    const isOpen = last && (last.answered === null || last.answered > mail.at)
    const wasClosed =
      last &&
      timeline.lines.some(
        (line) => categoryOf(line) === 'closed' && line.at >= last.from && line.at <= mail.at,
      )
    if (isOpen && !wasClosed) continue
    if (isOpen) Object.assign(last, { until: mail.at, answered: null })
    const answered = earliest(
      timeline.mails
        .filter(
          (reply) =>
            reply.author === 'person' &&
            (reply.written > mail.at || (reply.written === mail.at && reply.id > mail.id)),
        )
        .map(({ at }) => at),
    )
    turns.push({ id: mail.id, from: mail.at, answered, until: applied.to })
  }
  return first ? turns : []
}

async function loadTimelines(db: Db, end: number): Promise<ConversationTimeline[]> {
  const { rows } = await sql<{
    id: number
    created: number
    lines: ActivityLine[] | null
    mails: Mail[] | null
    applied: Applied[]
  }>`
    select c.id, extract(epoch from c.created_at) * 1000 as created,
      (select json_agg(json_build_object('at', extract(epoch from m.created_at) * 1000, 'type', m.activity->>'type',
          'status', m.activity->'data'->>'status', 'team', (select t.id from teams t where m.activity->>'type' = 'assigned_team' and t.name = m.activity->'data'->>'team')) order by m.id)
        from messages m where m.conversation_id = c.id and m.type = 'activity') as lines,
      (select json_agg(json_build_object('id', m.id, 'at', extract(epoch from coalesce(m.sent_at, m.created_at)) * 1000, 'written', extract(epoch from coalesce(m.written_at, m.created_at)) * 1000,
          'author', case when m.type = 'incoming' then 'contact' else 'person' end) order by m.id)
        from messages m left join agents a on a.id = m.sender_id where m.conversation_id = c.id and m.type <> 'activity' and not m.private
          and (m.type = 'incoming' or m.sent_at is not null and not a.is_system and m.meta->>'is_csat' is null)) as mails,
      (select json_agg(json_build_object('id', s.id, 'policy', s.sla_policy_id, 'from', extract(epoch from s.created_at) * 1000,
          'to', extract(epoch from coalesce(s.ended_at, ${new Date(end)}::timestamptz)) * 1000, 'started', extract(epoch from c.created_at) * 1000) order by s.id)
        from applied_slas s where s.conversation_id = c.id) as applied
    from conversations c where exists (select from applied_slas s where s.conversation_id = c.id)`.execute(db)
  return rows.map((row) => ({
    ...row,
    created: Number(row.created),
    lines: row.lines ?? [],
    mails: row.mails ?? [],
  }))
}
