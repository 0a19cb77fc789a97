import { setImmediate } from 'node:timers/promises'
import type { RuleReplay } from '@parley/contract/automations/automation-runs'
import type { replayRule } from '@parley/contract/automations/automations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import { withStatementTimeout } from '../../../db/statement-timeout.ts'
import type { Event } from '../../../spine/read-events.ts'
import { maySee } from '../../conversations/access.ts'
import { readSettings } from '../../settings/settings.ts'
import { supportedTimeZone } from '../../templates/template-values.ts'
import { type ConversationSnapshot, type Evaluation, evaluateRule } from '../evaluate/evaluate-rule.ts'
import { createEvaluationContext } from '../evaluate/evaluation-context.ts'
import { createSnapshot, readSnapshotRows, type SnapshotRow } from '../evaluate/snapshot.ts'
import { presentReasons } from '../log/present-reasons.ts'
import { type ReferenceData, readReferenceData } from '../rules/reference-data.ts'
import { validateRule } from '../rules/validate-rule.ts'
import { listEventCandidates, listTimeCandidates, type ReplayCandidate } from './replay-candidates.ts'
import { rewindConversation } from './rewind.ts'

type Input = z.output<typeof replayRule.body>
type Match = { candidate: ReplayCandidate; row: SnapshotRow; evaluation: Evaluation }

/** At most this many candidates are evaluated, newest first; a few seconds of work. */
export const maxCandidates = 5_000
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
    const context = createEvaluationContext(trx, [body])
    const openAt = await context.openAt()

    const span = { from, to: now, limit: maxCandidates + 1 }
    const candidates =
      input.rule.type === 'time_trigger'
        ? await listTimeCandidates(trx, body, span)
        : await listEventCandidates(
            trx,
            input.rule.type === 'new_conversation' ? ['new_conversation'] : events,
            span,
          )
    const examined = candidates.slice(0, maxCandidates)
    const dateOf = dateFormatter(zone)
    const days = emptyDays(from, now, dateOf)
    const matches: Match[] = []
    const acted = new Set<string>()
    const deadline = Date.now() + 8_000
    const isOutOfTime = () => Date.now() >= deadline
    let [hidden, examinedCount, yieldAt] = [0, 0, 0]
    for (let at = 0; at < examined.length && !isOutOfTime(); at += batchSize) {
      const batch = examined.slice(at, at + batchSize)
      const rows = await readSnapshotRows(trx, batch)
      const laterEvents = await listLaterEvents(trx, batch)
      for (const [n, candidate] of batch.entries()) {
        if (Date.now() >= yieldAt) {
          await setImmediate()
          if (isOutOfTime()) break
          yieldAt = Date.now() + yieldAfterMs
        }
        const row = rows[n]
        examinedCount++
        if (!row || isIgnored(candidate, row)) continue
        const past = rewindConversation(row, laterEvents.get(candidate.conversation_id) ?? [], candidate)
        const snapshot: ConversationSnapshot = createSnapshot(past, {
          event: candidate.event,
          at: candidate.at,
          openAt,
        })
        if (candidate.base && snapshot.since[candidate.base.field]?.getTime() !== candidate.base.at.getTime())
          continue
        const day = days.get(dateOf(candidate.at))
        if (day) day.examined++
        const evaluation = evaluateRule(body, snapshot, referenceData.attributes)
        // A time-based rule acts once per base time. Candidates come newest first, so the latest match is the one counted, although the
        // earliest would have acted.
        const actedKey =
          candidate.base &&
          `${candidate.conversation_id} ${candidate.base.field} ${candidate.base.at.getTime()}`
        if (!evaluation.matched || (actedKey && acted.has(actedKey))) continue
        if (actedKey) acted.add(actedKey)
        if (day) day.matched++
        // By current permissions.
        if (!maySee(actor, { user: row.assigned_user_id, team: row.assigned_team_id, inbox: row.inbox_id })) {
          hidden++
          continue
        }
        matches.push({ candidate, row, evaluation })
      }
    }
    const { page, page_size } = input
    return {
      from: from.toISOString(),
      to: now.toISOString(),
      examined: examinedCount,
      is_capped: examinedCount < candidates.length,
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
): Promise<Map<number, Pick<Event, 'id' | 'at' | 'changes'>[]>> {
  const oldest = candidates.at(-1)?.at ?? new Date(0)
  const ids = [...new Set(candidates.map(({ conversation_id }) => conversation_id))]
  const { rows } = await sql<Pick<Event, 'id' | 'at' | 'changes' | 'conversation_id'>>`
    select id, at, changes, conversation_id from events
    where conversation_id = any(${ids}) and at >= ${oldest} and changes <> '{}' order by id desc`.execute(db)
  const laterEvents = new Map<number, Pick<Event, 'id' | 'at' | 'changes'>[]>()
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
