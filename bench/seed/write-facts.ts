import type { FactKind } from '../../server/src/features/reports/events/fact.ts'
import type { ConversationPlan, PlannedMessage } from './conversation-plan.ts'
import type { Copy } from './copy-stream.ts'
import { below, seeded } from './random.ts'

export const factTables = {
  report_facts: [
    ...['id', 'event_id', 'kind', 'at', 'conversation_id', 'inbox_id', 'team_id', 'agent_id'],
    ...['wall_seconds', 'business_seconds', 'rating', 'survey_id'],
  ],
  report_conversations: ['conversation_id', 'imported', 'opened_at', 'was_answered', 'tag_ids'],
}

type Durations = [wall: number, business: number]
type Counted = { kind: FactKind; at: number; agent: number | null; durations?: Durations; rating?: number }

/** The report facts of one conversation. About a third of the time falls into business hours. Returns the number of facts so far. */
export function writeFacts(
  copies: Record<keyof typeof factTables, Copy>,
  plan: ConversationPlan,
  writtenBefore: number,
): number {
  const facts = factsOf(plan)
  for (const [n, { kind, at, agent, durations, rating }] of facts.entries()) {
    const id = writtenBefore + n + 1
    copies.report_facts.row([
      // Facts that the product records have positive event ids.
      ...[id, -id, kind, new Date(at), plan.id, plan.inbox_id, plan.team, agent],
      ...[
        durations?.[0] ?? null,
        durations?.[1] ?? null,
        rating ?? null,
        rating === undefined ? null : plan.id,
      ],
    ])
  }
  const wasAnswered = facts.some(({ kind }) => kind === 'first_response')
  const tags = `{${plan.tags.join(',')}}`
  copies.report_conversations.row([plan.id, false, new Date(plan.messages[0].at), wasAnswered, tags])
  return writtenBefore + facts.length
}

function factsOf({ id, messages, agent, status }: ConversationPlan): Counted[] {
  const random = seeded(id)
  const durations = (from: number, to: number): Durations => {
    const wall = Math.floor((to - from) / 1000)
    return [wall, Math.floor(wall * (0.2 + 0.3 * random()))]
  }
  const [first] = messages
  const facts: Counted[] = [{ kind: 'new', at: first.at, agent }]
  let waitingSince: number | null = null
  let wasAnsweredBefore = false
  const addFacts = ({ kind, at, agent: author }: PlannedMessage) => {
    if (kind === 'mail') {
      facts.push({ kind: 'messages_in', at, agent })
      waitingSince ??= at
    } else if (kind === 'reply') {
      facts.push({ kind: 'replies', at, agent: author })
      if (waitingSince === null) return
      const metric = wasAnsweredBefore ? 'next_response' : 'first_response'
      facts.push({ kind: metric, at, agent: author, durations: durations(waitingSince, at) })
      facts.push(slaFact(metric, at, random() < 0.85))
      waitingSince = null
      wasAnsweredBefore = true
    }
  }
  const slaFact = (metric: 'first_response' | 'next_response' | 'resolution', at: number, isMet: boolean) =>
    ({
      kind: `sla_${metric}_${isMet ? 'met' : 'breached'}`,
      at,
      agent,
      durations: durations(at, at),
    }) satisfies Counted
  for (const message of messages) addFacts(message)
  if (status !== 'resolved' && status !== 'closed') return facts
  const at = messages.at(-1)?.at ?? first.at
  facts.push({ kind: 'resolved', at, agent, durations: durations(first.at, at) })
  facts.push(slaFact('resolution', at, random() < 0.85))
  if (random() < 0.5) facts.push({ kind: 'csat_sent', at, agent })
  if (random() < 0.15) facts.push({ kind: 'csat_answered', at, agent, rating: 5 - below(random, 5) })
  return facts
}
