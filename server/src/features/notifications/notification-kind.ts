import type { EmailKind } from '@parley/contract/notifications/notifications'
import type { NoticeTemplate } from '../../system-mail/queue-system-mail.ts'

const kinds: Record<NoticeTemplate, EmailKind> = {
  'Conversation assigned': 'assigned',
  'Conversations assigned': 'assigned',
  'Customer replied': 'reply',
  'Mentioned in a note': 'mention',
  'Followed conversation changed': 'followed',
  'SLA breach warning': 'sla_warning',
  'SLA breached': 'sla_breach',
  'CSAT answered': 'csat',
  'Sending failed': 'send_failed',
  'Scheduled reply held': 'schedule_held',
  'Daily digest': 'digest',
}

/** The kind of notification by its template; null for sign-in emails, which can't be turned off. */
export const notificationKindOf = (template: string): EmailKind | null =>
  Object.hasOwn(kinds, template) ? kinds[template as NoticeTemplate] : null
