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

type Took = [wall: number, business: number]
type Counted = { kind: FactKind; at: number; agent: number | null; took?: Took; rating?: number }

/** The report facts of one conversation. About a third of the time falls into business hours. Returns the number of facts so far. */
export function writeFacts(
  copies: Record<keyof typeof factTables, Copy>,
  life: ConversationPlan,
  already: number,
): number {
  const facts = factsOf(life)
  for (const [n, { kind, at, agent, took, rating }] of facts.entries()) {
    const id = already + n + 1
    copies.report_facts.row([
      // Facts that the product records have positive event ids.
      ...[id, -id, kind, new Date(at), life.id, life.inbox_id, life.team, agent],
      ...[took?.[0] ?? null, took?.[1] ?? null, rating ?? null, rating === undefined ? null : life.id],
    ])
  }
  const wasAnswered = facts.some(({ kind }) => kind === 'first_response')
  const tags = `{${life.tags.join(',')}}`
  copies.report_conversations.row([life.id, false, new Date(life.messages[0].at), wasAnswered, tags])
  return already + facts.length
}

function factsOf({ id, messages, agent, status }: ConversationPlan): Counted[] {
  const random = seeded(id)
  const took = (from: number, to: number): Took => {
    const wall = Math.floor((to - from) / 1000)
    return [wall, Math.floor(wall * (0.2 + 0.3 * random()))]
  }
  const [first] = messages
  const facts: Counted[] = [{ kind: 'new', at: first.at, agent }]
  let waitingSince: number | null = null
  let answered = false
  const say = ({ kind, at, agent: author }: PlannedMessage) => {
    if (kind === 'mail') {
      facts.push({ kind: 'messages_in', at, agent })
      waitingSince ??= at
    } else if (kind === 'reply') {
      facts.push({ kind: 'replies', at, agent: author })
      if (waitingSince === null) return
      const metric = answered ? 'next_response' : 'first_response'
      facts.push({ kind: metric, at, agent: author, took: took(waitingSince, at) })
      facts.push(promised(metric, at, random() < 0.85))
      waitingSince = null
      answered = true
    }
  }
  const promised = (metric: 'first_response' | 'next_response' | 'resolution', at: number, kept: boolean) =>
    ({ kind: `sla_${metric}_${kept ? 'met' : 'breached'}`, at, agent, took: took(at, at) }) satisfies Counted
  for (const message of messages) say(message)
  if (status !== 'resolved' && status !== 'closed') return facts
  const at = messages.at(-1)?.at ?? first.at
  facts.push({ kind: 'resolved', at, agent, took: took(first.at, at) })
  facts.push(promised('resolution', at, random() < 0.85))
  if (random() < 0.5) facts.push({ kind: 'csat_sent', at, agent })
  if (random() < 0.15) facts.push({ kind: 'csat_answered', at, agent, rating: 5 - below(random, 5) })
  return facts
}
