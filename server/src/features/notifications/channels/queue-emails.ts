import type { NotificationKind } from '@parley/contract/notifications/notifications'
import type { Tx } from '../../../db/transaction.ts'
import {
  type NoticeTemplate,
  queueSystemMails,
  type SystemMail,
  type SystemMailData,
} from '../../../system-mail/queue-system-mail.ts'
import type { Notice } from '../notice.ts'
import { readSwitches } from '../notification-switches.ts'
import type { Recipient } from '../recipient.ts'

/** An assignment that is undone within this time sends no email, and several assignments are merged into one email. In milliseconds. */
export const assignmentDelayMs = 5_000
/** What is read in the app within this time sends no email. */
const readingDelayMs = 120_000

const delays: Partial<Record<NotificationKind, number>> = {
  assigned: assignmentDelayMs,
  reply: readingDelayMs,
  mention: readingDelayMs,
  followed: readingDelayMs,
  send_failed: readingDelayMs,
  schedule_held: readingDelayMs,
}

const templates = {
  assigned: 'Conversation assigned',
  reply: 'Customer replied',
  mention: 'Mentioned in a note',
  followed: 'Followed conversation changed',
  sla_warning: 'SLA breach warning',
  sla_breach: 'SLA breached',
  csat: 'CSAT answered',
  send_failed: 'Sending failed',
  schedule_held: 'Scheduled reply held',
} as const satisfies Record<NotificationKind, NoticeTemplate>

/** Kinds that several events in a row cause: one email at a time is enough. */
const mergedKinds: ReadonlySet<NotificationKind> = new Set(['reply', 'mention', 'followed', 'send_failed'])

/** Emails the recipients, unless this kind is turned off for the workspace. What no longer applies is dropped when it is sent (drop-reason.ts). */
export async function queueEmails(tx: Tx, notice: Notice, recipients: readonly Recipient[]): Promise<void> {
  const { kind } = notice
  if (recipients.length === 0 || !(await readSwitches(tx.db))[kind]) return
  const pending = mergedKinds.has(kind) ? await listPending(tx, notice) : new Set()
  await queueSystemMails(
    tx,
    recipients
      .filter(({ id }) => !pending.has(id))
      .flatMap(({ id }) =>
        conversationIds(notice).map((conversation_id) => toMail(tx, notice, id, conversation_id)),
      ),
  )
}

const conversationIds = (notice: Notice): readonly number[] =>
  ('batch' in notice ? notice.batch?.conversation_ids : undefined) ?? [notice.conversation_id]

const toMail = (tx: Tx, notice: Notice, agent_id: number, conversation_id: number): SystemMail => ({
  template: templates[notice.kind],
  agent_id,
  conversation_id,
  data: mailDataOf(notice),
  not_before: new Date(tx.now.getTime() + (delays[notice.kind] ?? 0)),
  // A warning is useless after the deadline.
  ...(notice.kind === 'sla_warning' && { expires_at: new Date(notice.data.due_at) }),
})

/** Who gets such an email about the conversation anyway. */
async function listPending(tx: Tx, { kind, conversation_id }: Notice): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('system_mails')
    .select('agent_id')
    .where('status', '=', 'pending')
    .where('template', '=', templates[kind])
    .where('conversation_id', '=', conversation_id)
    .where('attempts', '=', 0)
    .execute()
  return new Set(rows.map(({ agent_id }) => agent_id))
}

function mailDataOf(notice: Notice): SystemMailData {
  switch (notice.kind) {
    case 'csat':
      return { csat: { rating: notice.data.rating, has_comment: notice.data.has_comment ?? false } }
    case 'sla_warning':
    case 'sla_breach':
      return { due: { metric: notice.data.metric, at: notice.data.due_at } }
    default:
      return notice.by?.kind === 'agent' ? { author_id: notice.by.id } : {}
  }
}
