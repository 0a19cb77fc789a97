import { slaMeasure } from '@parley/contract/reports/report-measures'
import { slaMetrics } from '@parley/contract/sla/sla-metrics'
import { z } from 'zod'
import type { Event } from '../../../spine/read-events.ts'
import type { AccessKeys } from '../../../spine/record-event.ts'
import { visibilityChangeOf } from '../../../spine/visibility-change.ts'
import type { OpenTime } from './business-hours-history.ts'
import type { ConversationState } from './conversation-state.ts'
import type { FactKind, ReportFact } from './fact.ts'
import { isSentEvent } from './reply-authors.ts'

type CountingContext = {
  authors: ReadonlyMap<number, number>
  openTime: OpenTime
  /** Tag ids by lower-case name: old events contain only names. */
  tags: ReadonlyMap<string, number>
}
type Pair = [unknown, unknown]

const dateTime = z.iso.datetime().transform((text) => new Date(text))

/** Returns the facts of an event. Also updates `conversation` and its earlier facts. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short function per kind of fact, all of the same event
export function countEvent(
  event: Event,
  conversation: ConversationState,
  context: CountingContext,
): ReportFact[] {
  const changes = event.changes as Record<string, Pair> // as spine/record-event.ts writes them
  const data = event.data as Record<string, unknown>
  const keys = (event.access_after ?? {}) as Partial<AccessKeys>
  const { openTime } = context

  const fact = (kind: FactKind, more: Partial<ReportFact> = {}): ReportFact => ({
    event_id: event.id,
    kind,
    at: event.at,
    conversation_id: conversation.id,
    inbox_id: keys.inbox ?? conversation.inbox_id,
    team_id: keys.team ?? null,
    agent_id: keys.user ?? null,
    wall_seconds: null,
    business_seconds: null,
    rating: null,
    survey_id: null,
    is_hidden: conversation.is_hidden,
    ...more,
  })
  const durations = (from: Date | null, to = event.at) =>
    from && {
      wall_seconds: Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000)),
      business_seconds: Math.floor(openTime(keys.team ?? null, from, to) / 1000),
    }

  const newFacts = [
    ...created(),
    ...resolvedOrReopened(),
    ...incoming(),
    ...replied(),
    ...slaOutcome(),
    ...csat(),
  ]
  attributeFirstOwner()
  updateTags()
  hideOrShow()
  moveToInbox()
  return newFacts

  function created(): ReportFact[] {
    if (event.type !== 'conversation.created') return []
    conversation.imported = data.historical === true
    conversation.opened_at = conversation.imported ? null : event.at
    return [fact(conversation.imported ? 'imported' : 'new')]
  }

  function resolvedOrReopened(): ReportFact[] {
    const [before, after] = changes.status_category ?? []
    if (before === after || (before !== 'closed' && after !== 'closed')) return []
    if (after === 'closed') return [fact('resolved', durations(conversation.opened_at) ?? {})]
    conversation.opened_at = event.at
    return [fact('reopened')]
  }

  function incoming(): ReportFact[] {
    const isIncoming = event.type === 'message.created' && data.message_type === 'incoming'
    return isIncoming && !data.historical ? [fact('messages_in')] : []
  }

  /** A reply by a person; its duration is the customer's wait that it ends, or part of it. */
  function replied(): ReportFact[] {
    const agent_id = isSentEvent(event) ? context.authors.get(event.message_id ?? 0) : undefined
    if (agent_id === undefined) return []
    const waited = dateTime.safeParse(changes.waiting_since?.[0])
    const reply = fact('replies', { agent_id })
    if (!waited.success) return [reply]
    const kind = conversation.was_answered ? 'next_response' : 'first_response'
    const isKnown = conversation.was_answered || !conversation.imported
    conversation.was_answered = true
    return isKnown ? [reply, fact(kind, { agent_id, ...durations(waited.data) })] : [reply]
  }

  function slaOutcome(): ReportFact[] {
    const outcomes = { 'conversation.sla_met': 'met', 'conversation.sla_breached': 'breached' } as const
    const outcome = outcomes[event.type as keyof typeof outcomes]
    const parsed = outcome && SlaOutcomeData.safeParse(data)
    if (!parsed?.success) return []
    const { metric, started_at, at } = parsed.data
    const kind = slaMeasure(metric, outcome)
    return [fact(kind, { at, ...durations(started_at, at < started_at ? started_at : at) })]
  }

  function csat(): ReportFact[] {
    if (event.type === 'csat.sent') return [fact('csat_sent')]
    const parsed = event.type === 'csat.answered' ? CsatAnswerData.safeParse(data) : null
    if (!parsed?.success) return []
    const { survey_id, rating, agent_id, team_id } = parsed.data
    const before = conversation.facts.find(
      (one) => one.kind === 'csat_answered' && one.survey_id === survey_id,
    )
    if (before) before.rating = rating
    return before ? [] : [fact('csat_answered', { rating, survey_id, agent_id, team_id })]
  }

  /** Attributes a new conversation to its first team and its first agent. */
  function attributeFirstOwner(): void {
    const first = conversation.facts.find(({ kind }) => kind === 'new' || kind === 'imported')
    if (!first) return
    if ('assigned_team_id' in changes) first.team_id ??= keys.team ?? null
    if ('assigned_user_id' in changes) first.agent_id ??= keys.user ?? null
  }

  /** What a conversation counted moves with it. Otherwise it would stay open in one inbox, and be resolved in the other. */
  function moveToInbox(): void {
    if (!('inbox_id' in changes)) return
    for (const one of conversation.facts) one.inbox_id = keys.inbox ?? conversation.inbox_id
  }

  /** Takes everything that the conversation counts out of the reports, or back in. */
  function hideOrShow(): void {
    const change = visibilityChangeOf(event)
    if (change === null) return
    conversation.is_hidden = change === 'hidden'
    for (const one of [...conversation.facts, ...newFacts]) one.is_hidden = conversation.is_hidden
  }

  /** A deleted tag stays: it is neither in the tags before nor in those after. */
  function updateTags(): void {
    if (event.type !== 'conversation.tags_changed') return
    const [before, after] = (changes.tags ?? [[], []]) as [string[], string[]] // as set-tags.ts records them
    const { added = idsOf(after, before), removed = idsOf(before, after) } = TagChangeData.parse(data)
    conversation.tag_ids = [...new Set([...conversation.tag_ids, ...added])].filter(
      (id) => !removed.includes(id),
    )
  }
  function idsOf(names: string[], without: string[]): number[] {
    const left = names.filter((name) => !without.includes(name))
    return left.flatMap((name) => context.tags.get(name.toLowerCase()) ?? [])
  }
}

const SlaOutcomeData = z.object({
  metric: z.enum(slaMetrics),
  started_at: dateTime,
  at: dateTime,
})
const CsatAnswerData = z.object({
  survey_id: z.int(),
  rating: z.int().min(1).max(5),
  agent_id: z.int().nullable().default(null),
  team_id: z.int().nullable().default(null),
})
const TagChangeData = z.object({ added: z.array(z.int()).optional(), removed: z.array(z.int()).optional() })
