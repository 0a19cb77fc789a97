import { setImmediate } from 'node:timers/promises'
import type { RuleReplay } from '@parley/contract/automations/automation-runs'
import type { replayRule } from '@parley/contract/automations/automations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import { maySee } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { withStatementTimeout } from '../../../db/statement-timeout.ts'
import type { Event } from '../../../spine/read-events.ts'
import { supportedTimeZone } from '../../../time-zone.ts'
import { readSettings } from '../../settings/settings.ts'
import { type ConversationSnapshot, type Evaluation, evaluateRule } from '../evaluate/evaluate-rule.ts'
import { createEvaluationContext, type OpenAt } from '../evaluate/evaluation-context.ts'
import { createSnapshot, readSnapshotRows, type SnapshotRow } from '../evaluate/snapshot.ts'
import { presentReasons } from '../log/present-reasons.ts'
import { type ReferenceData, readReferenceData } from '../rules/reference-data.ts'
import type { RuleBody } from '../rules/rule.ts'
import { validateRule } from '../rules/validate-rule.ts'
import { listEventCandidates, listTimeCandidates, type ReplayCandidate } from './replay-candidates.ts'
import { rewindConversation } from './rewind.ts'

type Input = z.output<typeof replayRule.body>
type Match = { candidate: ReplayCandidate; row: SnapshotRow; evaluation: Evaluation }

/** At most this many candidates are evaluated, newest first; a few seconds of work. */
const maxCandidates = 5_000
const batchSize = 500
/** Yields to other requests after this many milliseconds; evaluating a rule of maximum size once takes about as long. */
const yieldAfterMs = 25
const DAY = 86_400_000

/**
 * What a rule would have done: evaluates every triggering event on the conversation as it was then. Rules that would have been triggered by
 * its actions are not replayed. Stops after a few seconds, returns what it has by then, and says so.
 */
export function replayRuleOnHistory(
  db: Db,
  { actor, input, now, root_url }: { actor: Actor; input: Input; now: Date; root_url: string },
): Promise<RuleReplay> {
  return withStatementTimeout(db, async (trx) => {
    const referenceData = await readReferenceData(trx)
    const { body, events } = await validateRule(referenceData, input.rule)
    const from = new Date(now.getTime() - input.days * DAY)
    const zone = supportedTimeZone((await readSettings(trx, { root_url, version: '' }))['app.timezone'])
    const openAt = await createEvaluationContext(trx, [body]).openAt()
    const dateOf = dateFormatter(zone)

    const candidates = await listCandidates(trx, input.rule.type, { body, events }, { from, to: now })
    const replay: Replay = {
      ...{ actor, body, referenceData, openAt, dateOf },
      ...{ days: emptyDays(from, now, dateOf), acted: new Set(), matches: [], examined: 0, hidden: 0 },
    }
    await examineAll(trx, candidates.slice(0, maxCandidates), replay)

    const { matches, examined, hidden, days } = replay
    const { page, page_size } = input
    return {
      from: from.toISOString(),
      to: now.toISOString(),
      examined,
      is_capped: examined < candidates.length,
      matched: matches.length + hidden,
      hidden,
      days: [...days].map(([date, counts]) => ({ date, ...counts })),
      results: matches
        .slice((page - 1) * page_size, page * page_size)
        .map((match) => presentMatch(match, referenceData)),
      page,
      page_size,
      total_pages: Math.ceil(matches.length / page_size),
    }
  })
}

function listCandidates(
  db: Db,
  type: Input['rule']['type'],
  { body, events }: Awaited<ReturnType<typeof validateRule>>,
  { from, to }: { from: Date; to: Date },
): Promise<ReplayCandidate[]> {
  const span = { from, to, limit: maxCandidates + 1 }
  if (type === 'time_trigger') return listTimeCandidates(db, body, span)
  return listEventCandidates(db, type === 'new_conversation' ? ['new_conversation'] : events, span)
}

type LaterEvent = Pick<Event, 'id' | 'at' | 'changes'>

type Replay = {
  actor: Actor
  body: RuleBody
  referenceData: ReferenceData
  openAt: OpenAt
  dateOf: (at: Date) => string
  days: Map<string, { examined: number; matched: number }>
  /** The base times at which a time-based rule has acted. */
  acted: Set<string>
  matches: Match[]
  examined: number
  /** Matches that the caller may not see. */
  hidden: number
}

async function examineAll(db: Db, candidates: readonly ReplayCandidate[], replay: Replay): Promise<void> {
  const hasTimeLeft = createPacer()
  for (let at = 0; at < candidates.length && (await hasTimeLeft()); at += batchSize) {
    const batch = candidates.slice(at, at + batchSize)
    const rows = await readSnapshotRows(db, batch)
    const laterEvents = await listLaterEvents(db, batch)
    for (const [n, candidate] of batch.entries()) {
      if (!(await hasTimeLeft())) return
      const row = rows[n]
      replay.examined++
      if (row && !isIgnored(candidate, row))
        examine(replay, candidate, row, laterEvents.get(candidate.conversation_id) ?? [])
    }
  }
}

/** Yields to other requests now and then. False once the time is up. */
function createPacer(): () => Promise<boolean> {
  const deadline = Date.now() + 8_000
  let yieldAt = 0
  return async () => {
    if (Date.now() < yieldAt) return true
    await setImmediate()
    yieldAt = Date.now() + yieldAfterMs
    return Date.now() < deadline
  }
}

/** Evaluates the rule on the conversation as it was then. */
function examine(
  replay: Replay,
  candidate: ReplayCandidate,
  row: SnapshotRow,
  laterEvents: LaterEvent[],
): void {
  const { base, event, at } = candidate
  const past = rewindConversation(row, laterEvents, candidate)
  const snapshot: ConversationSnapshot = createSnapshot(past, { event, at, openAt: replay.openAt })
  if (base && snapshot.since[base.field]?.getTime() !== base.at.getTime()) return
  const day = replay.days.get(replay.dateOf(at))
  if (day) day.examined++
  const evaluation = evaluateRule(replay.body, snapshot, replay.referenceData.attributes)
  // A time-based rule acts once per base time. Candidates come newest first, so the latest match is the one counted, although the
  // earliest would have acted.
  const actedKey = base && `${candidate.conversation_id} ${base.field} ${base.at.getTime()}`
  if (!evaluation.matched || (actedKey && replay.acted.has(actedKey))) return
  if (actedKey) replay.acted.add(actedKey)
  if (day) day.matched++
  // By current permissions.
  const keys = { user: row.assigned_user_id, team: row.assigned_team_id, inbox: row.inbox_id }
  if (maySee(replay.actor, keys)) replay.matches.push({ candidate, row, evaluation })
  else replay.hidden++
}

const presentMatch = (
  { candidate, row, evaluation }: Match,
  referenceData: ReferenceData,
): RuleReplay['results'][number] => ({
  at: candidate.at.toISOString(),
  occasion: candidate.trigger,
  reasons: presentReasons(evaluation, referenceData),
  conversation: {
    uuid: row.uuid,
    reference_number: row.reference_number,
    subject: row.subject,
    contact: row.contact_name,
  },
})

/** The same events that the consumer ignores. */
const isIgnored = ({ trigger }: ReplayCandidate, row: SnapshotRow): boolean =>
  (trigger === 'conversation.message.incoming' && row.is_first_message) ||
  (trigger === 'conversation.message.outgoing' && row.message_sender === 'system')

/** All events of these conversations since the oldest of the candidates, newest first. */
async function listLaterEvents(
  db: Db,
  candidates: readonly ReplayCandidate[],
): Promise<Map<number, LaterEvent[]>> {
  const oldest = candidates.at(-1)?.at ?? new Date(0)
  const ids = [...new Set(candidates.map(({ conversation_id }) => conversation_id))]
  const { rows } = await sql<Pick<Event, 'id' | 'at' | 'changes' | 'conversation_id'>>`
    select id, at, changes, conversation_id from events
    where conversation_id = any(${ids}) and at >= ${oldest} and changes <> '{}' order by id desc`.execute(db)
  const laterEvents = new Map<number, LaterEvent[]>()
  for (const row of rows) {
    const id = row.conversation_id ?? 0
    const events = laterEvents.get(id)
    if (events) events.push(row)
    else laterEvents.set(id, [row])
  }
  return laterEvents
}

/** Formats an instant as a date such as 2026-12-31. Created once, because creating a formatter is more expensive than using it. */
function dateFormatter(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => format.format(at)
}

function emptyDays(
  from: Date,
  to: Date,
  dateOf: (at: Date) => string,
): Map<string, { examined: number; matched: number }> {
  const days = new Map<string, { examined: number; matched: number }>()
  // Steps of half a day skip no date, even across a clock change.
  for (let at = from.getTime(); at < to.getTime() + DAY / 2; at += DAY / 2) {
    const date = dateOf(new Date(Math.min(at, to.getTime())))
    if (!days.has(date)) days.set(date, { examined: 0, matched: 0 })
  }
  return days
}
