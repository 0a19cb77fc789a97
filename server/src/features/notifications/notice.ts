import type { followedChanges } from '@parley/contract/notifications/notification-centre'

type Metric = 'first_response' | 'next_response' | 'resolution'

/** What agents are notified of, by every channel that they chose. `agent_ids` may contain duplicates and agents who can't be notified. */
export type Notice = {
  agent_ids: readonly number[]
  conversation_id: number
  /** Who caused it; they are never notified of it themselves. */
  by?: { kind: 'agent' | 'contact'; id: number } | null
  /** When it happened, if not now: an agent who has opened the conversation since has read it. */
  at?: Date
  /** The message it is about. */
  message_id?: number | null
} & (
  | {
      kind: 'assigned'
      /** All conversations that one transaction assigned to the agent. `conversation_id` is one of them. */
      batch?: { xid: string; conversation_ids: readonly number[] }
    }
  | { kind: 'reply' | 'mention' | 'send_failed' | 'schedule_held' }
  | { kind: 'followed'; data: { change: (typeof followedChanges)[number] } }
  /** `due_at` is an RFC 3339 instant, as in SLA events. */
  | { kind: 'sla_warning' | 'sla_breach'; data: { metric: Metric; due_at: string } }
  /** From 1 to 5. The comment itself is not part of the notification. */
  | { kind: 'csat'; data: { rating: number; has_comment?: boolean } }
)
