import type { ConversationPlan } from './conversation-plan.ts'
import type { Copy } from './copy-stream.ts'
import type { Random } from './random.ts'
import { escaped, type TextGenerator } from './text-generator.ts'

export const conversationTables = {
  conversations: [
    ...['id', 'uuid', 'reference_number', 'created_at', 'updated_at', 'version', 'contact_id', 'inbox_id'],
    ...['subject', 'status_id', 'status_category', 'priority_id', 'assigned_user_id', 'assigned_team_id'],
    ...['snoozed_until', 'waiting_since', 'first_reply_at', 'last_reply_at', 'resolved_at', 'closed_at'],
    ...['last_message', 'last_message_at', 'last_message_sender', 'unread_counter', 'sla_policy_id'],
    'next_sla_deadline_at',
  ],
  conversation_tags: ['conversation_id', 'tag_id'],
  conversation_seen: ['agent_id', 'conversation_id', 'seen_at', 'seen_counter', 'own_since'],
  conversation_participants: ['conversation_id', 'person_id', 'joined_at'],
  conversation_addresses: ['conversation_id', 'address'],
}

const statusOf = {
  open: [1, 'open'],
  snoozed: [2, 'waiting'],
  resolved: [3, 'closed'],
  closed: [4, 'closed'],
} as const

/** The rows of one conversation without its messages. All its columns are derived from them. */
export function writeConversation(
  copies: Record<keyof typeof conversationTables, Copy>,
  plan: ConversationPlan,
  { bodies, random, agents, sla_policy_id }: WriteContext,
): void {
  const { id, messages } = plan
  const [status_id, category] = statusOf[plan.status]
  const isClosed = category === 'closed'
  const replies = messages.filter(({ kind }) => kind === 'reply')
  const last = messages.findLast(({ kind }) => kind === 'mail' || kind === 'reply') ?? messages[0]
  const end = messages.at(-1)?.at ?? last.at
  const unreadCount = messages.filter(({ kind }) => kind === 'mail' || kind === 'note').length
  const lastReply = replies.at(-1)?.at ?? null
  const waitingMessage = messages.find(({ kind, at }) => kind === 'mail' && at > (lastReply ?? 0))

  copies.conversations.row([
    ...[id, plan.uuid, String(99 + id), instant(messages[0].at), instant(end), messages.length],
    ...[plan.contact_id, plan.inbox_id, escaped(bodies.subject(random)), status_id, category, plan.priority],
    ...[plan.agent, plan.team, instant(plan.snoozed_until), isClosed ? null : instant(waitingMessage?.at)],
    ...[instant(replies[0]?.at), instant(lastReply)],
    ...[isClosed ? instant(end) : null, plan.status === 'closed' ? instant(end) : null],
    escaped(bodies.body(last.seed, last.kind === 'mail' ? 'mail' : 'reply').preview),
    ...[instant(last.at), last.kind === 'mail' ? 'contact' : 'agent', unreadCount],
    ...[plan.deadline === null ? null : sla_policy_id, instant(plan.deadline)],
  ])
  for (const tag of plan.tags) copies.conversation_tags.row([id, tag])
  writeReaders(copies.conversation_seen, plan, unreadCount, random, agents)
  copies.conversation_participants.row([id, plan.contact_id, instant(messages[0].at)])
  if (messages.some(({ kind }) => kind !== 'mail'))
    copies.conversation_participants.row([id, messages[0].agent, instant(end)])
  copies.conversation_addresses.row([id, contactEmail(plan.contact_id)])
}

/** The agent who answers, and for every second conversation another one. */
function writeReaders(
  copy: Copy,
  { id, status, messages }: ConversationPlan,
  unreadCount: number,
  random: Random,
  agents: number[],
): void {
  const writer = messages[0].agent
  const end = instant(messages.at(-1)?.at)
  const isClosed = statusOf[status][1] === 'closed'
  const readers = new Set([
    writer,
    ...(random() < 0.5 ? [agents[Math.floor(random() * agents.length)] ?? writer] : []),
  ])
  for (const reader of readers) {
    // Open conversations have mostly been viewed, but not to the end.
    const seen = isClosed ? unreadCount : Math.floor(unreadCount * random())
    copy.row([reader, id, end, seen, 0])
  }
}

const instant = (ms: number | null | undefined) => (ms == null ? null : new Date(ms))

export type WriteContext = { bodies: TextGenerator; random: Random; agents: number[]; sla_policy_id: number }

export const contactEmail = (id: number): string => `customer${id}@mail.example.com`
