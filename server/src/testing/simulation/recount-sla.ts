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
      const outcomeOf = createOutcomeCalculator(timeline, applied, history, minutesOf)
      const replies = timeline.mails.filter((mail) => mail.author === 'person').map(({ at }) => at)
      const closings = timeline.lines.filter((line) => categoryOf(line) === 'closed').map(({ at }) => at)
      // Replies before the policy was applied do not count.
      const turns = customerTurns(timeline, applied).filter(
        ({ answered }) => answered === null || answered >= applied.from,
      )
      outcomes.set(
        `${applied.id} first_response`,
        outcomeOf('first_response', applied.started, earliest(replies)),
      )
      outcomes.set(`${applied.id} resolution`, outcomeOf('resolution', applied.started, earliest(closings)))
      for (const turn of turns)
        outcomes.set(
          `${applied.id} next_response ${turn.id}`,
          outcomeOf('next_response', turn.from, turn.answered, turn.until),
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

/** Steps through all times at which anything changed. The first deadline passed on the way is missed. */
function createOutcomeCalculator(
  timeline: ConversationTimeline,
  applied: Applied,
  history: readonly SettingsSnapshot[],
  minutesOf: (hours: SimpleHours) => NaiveBusinessHours,
) {
  return (
    metric: 'first_response' | 'next_response' | 'resolution',
    started: number,
    completed: number | null,
    until = applied.to,
  ): SlaOutcome => {
    const endsAt = Math.min(until, applied.to)
    const changeTimes = [
      applied.from,
      started,
      ...timeline.lines.filter((line) => categoryOf(line) || line.team !== null).map(({ at }) => at),
      ...history.map(({ at }) => at),
      ...(completed === null ? [] : [completed]),
    ]
      // Other changes at the time when a policy was replaced do not affect the old one.
      .filter((at) => at >= Math.max(applied.from, started) && at < endsAt)
      .toSorted((a, b) => a - b)
    let due: number | null = null
    for (const [n, at] of changeTimes.entries()) {
      const settings = history.findLast((snapshot) => snapshot.at <= at)
      const target_ms = settings?.policies[applied.policy]?.[metric] ?? null
      const team = timeline.lines.findLast((line) => line.team !== null && line.at <= at)?.team ?? 0
      const hours = settings?.hours[team] ?? settings?.hours[0] ?? null
      if (target_ms === null) due = null
      else {
        const isDone = completed !== null && completed <= at
        const spans = openSpans(timeline, started, isDone ? completed : at, isDone)
        due = hours ? minutesOf(hours).deadline(spans, target_ms) : null
      }
      if (completed !== null && completed <= at) {
        if (target_ms === null) return { due: null, met: null, breached: null }
        return due === null || completed <= due
          ? { due, met: completed, breached: null }
          : { due, met: completed, breached: due }
      }
      const next = changeTimes[n + 1] ?? endsAt
      if (due !== null && due <= next && !(completed !== null && completed <= due)) {
        const metLate = completed !== null && completed <= endsAt ? completed : null
        return { due, met: metLate, breached: due }
      }
    }
    return { due, met: null, breached: null }
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
