import type { Tx } from '../../db/transaction.ts'
import {
  type NoticeTemplate,
  queueSystemMails,
  type SystemMailData,
} from '../system-mail/queue-system-mail.ts'
import { readSwitches } from './notification-switches.ts'

type Metric = 'first_response' | 'next_response' | 'resolution'

/** What agents are told by mail; `agent_ids` may hold anybody, several times too. */
export type Notice = { agent_ids: readonly number[]; conversation_id: number } & (
  | { kind: 'assigned'; data?: { author_id?: number } }
  /** `due_at` as in the facts of deadlines: an RFC 3339 instant. */
  | { kind: 'sla_warning' | 'sla_breach'; data: { metric: Metric; due_at: string } }
  /** From 1 to 5; the words of a comment stay where they are. */
  | { kind: 'csat'; data: { rating: number; has_comment?: boolean } }
)

/** An assignment that is taken back within this time is told nobody, and many at once are told in one mail. In milliseconds. */
export const assignmentDelayMs = 5_000

const templates = {
  assigned: 'Conversation assigned',
  sla_warning: 'SLA breach warning',
  sla_breach: 'SLA breached',
  csat: 'CSAT answered',
} as const satisfies Record<Notice['kind'], NoticeTemplate>

/**
 * Mails agents about a conversation, after this transaction. Nobody is told of what they did themselves, nor of a kind that is turned off
 * for everybody or by them. Who may see the conversation, and whether it still holds, is looked at when the mail is sent (unwanted.ts).
 */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  const { kind, conversation_id } = notice
  if (!(await readSwitches(tx.db))[kind]) return
  const agents = await listRecipients(tx, notice)
  if (agents.length === 0) return
  const not_before = new Date(tx.now.getTime() + (kind === 'assigned' ? assignmentDelayMs : 0))
  await queueSystemMails(
    tx,
    agents.map((agent_id) => ({
      template: templates[kind],
      agent_id,
      conversation_id,
      data: mailDataOf(notice),
      not_before,
      // A warning says nothing once the time is over.
      ...(notice.kind === 'sla_warning' && { expires_at: new Date(notice.data.due_at) }),
    })),
  )
}

/** Those of the agents who can be mailed, want it, and did not do it themselves. */
async function listRecipients(tx: Tx, { kind, agent_ids, data }: Notice): Promise<number[]> {
  const author = data && 'author_id' in data ? data.author_id : undefined
  const others = agent_ids.filter((id) => id !== author && id !== tx.actor.id)
  if (others.length === 0) return []
  const rows = await tx.db
    .selectFrom('agents')
    .select(['id', 'muted_notifications'])
    .where('id', 'in', [...new Set(others)])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, muted_notifications }) => (muted_notifications.includes(kind) ? [] : [id]))
}

function mailDataOf(notice: Notice): SystemMailData {
  switch (notice.kind) {
    case 'assigned':
      return notice.data?.author_id === undefined ? {} : { author_id: notice.data.author_id }
    case 'csat':
      return { csat: { rating: notice.data.rating, has_comment: notice.data.has_comment ?? false } }
    default:
      return { due: { metric: notice.data.metric, at: notice.data.due_at } }
  }
}
