import { lockById } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { handleEachInSavepoint } from '../../spine/handle-each.ts'
import type { Event } from '../../spine/read-events.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { evaluateRule } from './evaluate/evaluate-rule.ts'
import type { OpenAt } from './evaluate/evaluation-context.ts'
import { createEvaluationContext } from './evaluate/evaluation-context.ts'
import { createSnapshot, readSnapshotRows, type SnapshotRow } from './evaluate/snapshot.ts'
import type { ReferenceData } from './rules/reference-data.ts'
import type { ActiveRule } from './rules/rule.ts'
import { listActiveRules } from './rules/rules.ts'
import { readCausingRules } from './run/rule-chains.ts'
import { createRuleCounters, type RuleCounters } from './run/rule-counters.ts'
import { runRule } from './run/run-rule.ts'
import { type Arrivals, readArrivals } from './triggers/arrivals-from-spam.ts'
import { type Trigger, triggerOf } from './triggers/event-triggers.ts'
import { scheduleTimeRules } from './triggers/schedule-time-rules.ts'

type Candidate = { event: Event; trigger: Trigger; rules: ActiveRule[] }
type BatchContext = {
  root_url: string
  attributes: ReferenceData['attributes']
  openAt: OpenAt
  referenceData(): Promise<ReferenceData>
  counters: RuleCounters
  causingRules: ReadonlyMap<number, ReadonlySet<number>>
}

/**
 * Runs rules on events. A batch takes a handful of statements regardless of the number of rules (rules, causes, conversations with their
 * messages), plus the cost of each match.
 */
export const createAutomationConsumer = (root_url: string): Consumer => ({
  name: 'automations',
  async handle(tx, events) {
    const rules = await listActiveRules(tx.db)
    const arrivals = await readArrivals(tx, events)
    if (rules.length === 0) return
    await scheduleTimeRules(tx, rules, events, arrivals)
    const candidates = events.flatMap((event) => candidatesFrom(event, rules, arrivals))
    if (candidates.length === 0) return
    const rows = await readSnapshotRows(tx.db, candidates.map(snapshotRequestOf))
    const evaluationContext = createEvaluationContext(
      tx.db,
      [...new Set(candidates.flatMap((candidate) => candidate.rules))].map(({ body }) => body),
    )
    const context: BatchContext = {
      root_url,
      attributes: await evaluationContext.attributes(),
      openAt: await evaluationContext.openAt(),
      referenceData: evaluationContext.referenceData,
      counters: createRuleCounters(),
      causingRules: await readCausingRules(
        tx.db,
        candidates.map(({ event }) => event),
      ),
    }
    const candidatesWithRows = candidates.map((candidate, n) => ({ candidate, row: rows[n] ?? null }))
    // Most events match nothing and cost nothing further. Where one matches, its changes may matter to later events of the same
    // conversation.
    const conversationsWithMatch = new Set(
      candidatesWithRows
        .filter((one) => matchingRules(one, context).length > 0)
        .map(({ candidate }) => candidate.event.conversation_id),
    )
    const toProcess = candidatesWithRows.filter(({ candidate }) =>
      conversationsWithMatch.has(candidate.event.conversation_id),
    )
    for (const one of candidatesWithRows)
      if (!conversationsWithMatch.has(one.candidate.event.conversation_id))
        for (const rule of applicableRules(one, context)) context.counters.add(rule.id, null)
    /** Conversations that a rule changed since they were read. */
    const changedIds = new Set<number>()
    const byEvent = new Map(toProcess.map((one) => [one.candidate.event.id, one]))
    await handleEachInSavepoint(
      tx,
      'automations',
      toProcess.map(({ candidate }) => candidate.event),
      async (eventTx, event) => {
        const { candidate, row } = byEvent.get(event.id) ?? {}
        if (candidate && row) await runMatchingRules(eventTx, candidate, row, context, changedIds)
      },
    )
    await context.counters.write(tx.db)
  },
})

type CandidateWithRow = { candidate: Candidate; row: SnapshotRow | null }

/** Candidate rules, without those that caused this event. */
const applicableRules = (
  { candidate, row }: CandidateWithRow,
  { causingRules }: BatchContext,
): ActiveRule[] =>
  row && !isIgnored(candidate.trigger, row)
    ? candidate.rules.filter(({ id }) => !causingRules.get(candidate.event.id)?.has(id))
    : []

function matchingRules(candidateWithRow: CandidateWithRow, context: BatchContext): ActiveRule[] {
  const { row, candidate } = candidateWithRow
  if (!row) return []
  const { event } = candidate
  const snapshot = createSnapshot(row, { event, at: event.at, openAt: context.openAt })
  return applicableRules(candidateWithRow, context).filter(
    ({ body }) => evaluateRule(body, snapshot, context.attributes).matched,
  )
}

/** The rules triggered by this event. Rules created after it are skipped. */
function candidatesFrom(
  event: Event,
  rules: readonly ActiveRule[],
  { arrived, postponed }: Arrivals,
): Candidate[] {
  const trigger = arrived.has(event.id) ? 'new_conversation' : triggerOf(event)
  if (postponed.has(event.id)) return []
  if (!trigger) return []
  const subscribed = rules.filter(
    (rule) =>
      rule.active_since <= event.at &&
      (trigger === 'new_conversation'
        ? rule.type === 'new_conversation'
        : rule.type === 'conversation_update' && rule.events.includes(trigger)),
  )
  return subscribed.length > 0 ? [{ event, trigger, rules: subscribed }] : []
}

const snapshotRequestOf = ({ event, trigger }: Candidate) => ({
  conversation_id: event.conversation_id ?? 0,
  message_id: /^conversation\.message\./.test(trigger) ? event.message_id : null,
  use_first_message: trigger === 'new_conversation',
  at: event.at,
})

async function runMatchingRules(
  tx: Tx,
  candidate: Candidate,
  initialRow: SnapshotRow,
  context: BatchContext,
  changedIds: Set<number>,
): Promise<void> {
  const { event, trigger } = candidate
  const readRow = async () => (await readSnapshotRows(tx.db, [snapshotRequestOf(candidate)]))[0] ?? null
  let row = changedIds.has(initialRow.id) ? await readRow() : initialRow
  let c: ConversationRow | null = null
  for (const rule of candidate.rules) {
    if (!row || !applicableRules({ candidate, row }, context).includes(rule)) continue
    const { attributes, openAt } = context
    const snapshot = createSnapshot(row, { event, at: event.at, openAt })
    const evaluation = evaluateRule(rule.body, snapshot, attributes)
    context.counters.add(rule.id, evaluation.matched ? tx.now : null)
    if (!evaluation.matched) continue
    c ??= await lockById(tx, row.id)
    if (!c) return
    const runTrigger = { name: trigger, at: event.at, event, timer: null }
    const deps = {
      referenceData: await context.referenceData(),
      root_url: context.root_url,
      is_late: trigger === 'new_conversation' && isLate(row.created_at, event.at),
    }
    c = (await runRule(tx, c, { rule, evaluation, trigger: runTrigger }, deps)).conversation
    changedIds.add(row.id)
    if (rule.first_match) return
    // The next rule sees the changes of this one, except to what the event itself changed: those have an event of their own.
    row = await readRow()
  }
}

/** A new conversation that was in spam for longer than this gets no automatic reply, like mail that arrives late. */
const lateThreshold_ms = 24 * 3_600_000
const isLate = (created_at: Date, at: Date) => at.getTime() - created_at.getTime() > lateThreshold_ms

/** The first message belongs to the new conversation, and system messages are not replies. */
function isIgnored(trigger: Trigger, row: SnapshotRow): boolean {
  if (trigger === 'conversation.message.incoming') return row.is_first_message
  return trigger === 'conversation.message.outgoing' && row.message_sender === 'system'
}
