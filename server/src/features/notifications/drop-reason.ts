import { type EmailKind, wantsNotification } from '@parley/contract/notifications/notifications'
import { maySee } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import { accessKeys, type ConversationRow } from '../../spine/record-event.ts'
import type { SystemMailData } from '../../system-mail/queue-system-mail.ts'
import { notificationKindOf } from './notification-kind.ts'
import { readSwitches } from './notification-switches.ts'

type Mail = { template: string; agent_id: number; conversation_id: number | null; data: unknown }

/** Why a queued email should not be sent any more, as a sentence; null when it should. Only notifications can become obsolete. */
export async function findDropReason(tx: Tx, mail: Mail): Promise<string | null> {
  const kind = notificationKindOf(mail.template)
  if (!kind) return null
  if (!(await readSwitches(tx.db))[kind]) return 'These emails are turned off for everyone'
  const agent = await findActorByAgentId(tx.db, mail.agent_id)
  if (!agent) return 'The agent can no longer sign in'
  const settings = await tx.db
    .selectFrom('agents')
    .select(['muted_notifications', 'muted_channels'])
    .where('id', '=', mail.agent_id)
    .executeTakeFirstOrThrow()
  if (!wantsNotification(settings, kind, 'email')) return 'The agent turned off these emails'
  if (mail.conversation_id === null) return null
  const c = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', mail.conversation_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!c) return 'The conversation was deleted'
  const end = findObsoleteReason(kind, c, mail) ?? (await findReadReason(tx, kind, mail))
  if (end) return end
  return maySee(agent, accessKeys(c)) ? null : 'The agent no longer has access to the conversation'
}

/** Kinds that are only emailed if the agent hasn't opened the conversation by then. */
const untilRead: ReadonlySet<EmailKind> = new Set([
  'reply',
  'mention',
  'followed',
  'send_failed',
  'schedule_held',
])

async function findReadReason(tx: Tx, kind: EmailKind, mail: Mail): Promise<string | null> {
  if (!untilRead.has(kind)) return null
  const unread = await tx.db
    .selectFrom('notifications')
    .select('id')
    .where('agent_id', '=', mail.agent_id)
    .where('conversation_id', '=', mail.conversation_id)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return unread ? null : 'The agent has already read it'
}

/** Why the notification no longer applies. */
function findObsoleteReason(kind: EmailKind, c: ConversationRow, mail: Mail): string | null {
  if (kind === 'assigned') return c.assigned_user_id === mail.agent_id ? null : 'The agent was unassigned'
  if (kind !== 'sla_warning' && kind !== 'sla_breach') return null
  if (c.status_category === 'closed') return 'The conversation was closed'
  const { due } = mail.data as SystemMailData // written by queueSystemMails
  return due?.metric === 'first_response' && c.first_reply_at !== null ? 'The reply was sent' : null
}
