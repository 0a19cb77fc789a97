import type { Tx } from '../../db/transaction.ts'
import {
  type NoticeTemplate,
  queueSystemMails,
  type SystemMailData,
} from '../../system-mail/queue-system-mail.ts'
import { readSwitches } from './notification-switches.ts'

type Metric = 'first_response' | 'next_response' | 'resolution'

/** A notification by email. `agent_ids` may contain duplicates and agents who can't be notified. */
export type Notice = { agent_ids: readonly number[]; conversation_id: number } & (
  | { kind: 'assigned'; data?: { author_id?: number } }
  /** `due_at` is an RFC 3339 instant, as in SLA events. */
  | { kind: 'sla_warning' | 'sla_breach'; data: { metric: Metric; due_at: string } }
  /** From 1 to 5. The comment itself is not part of the email. */
  | { kind: 'csat'; data: { rating: number; has_comment?: boolean } }
)

/** An assignment that is undone within this time sends no email, and several assignments are merged into one email. In milliseconds. */
export const assignmentDelayMs = 5_000

const templates = {
  assigned: 'Conversation assigned',
  sla_warning: 'SLA breach warning',
  sla_breach: 'SLA breached',
  csat: 'CSAT answered',
} as const satisfies Record<Notice['kind'], NoticeTemplate>

/**
 * Emails agents about a conversation after this transaction. Agents are not notified of their own actions, nor of kinds that are turned off
 * for the workspace or by them. Visibility and relevance are checked when the email is sent (drop-reason.ts).
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
      // A warning is useless after the deadline.
      ...(notice.kind === 'sla_warning' && { expires_at: new Date(notice.data.due_at) }),
    })),
  )
}

/** The agents who can be emailed, have this kind enabled, and didn't cause it themselves. */
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
