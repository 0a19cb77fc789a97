import type { NotificationKind } from '@parley/contract/notifications/notifications'
import type { NoticeTemplate } from '../../system-mail/queue-system-mail.ts'

const kinds: Record<NoticeTemplate, NotificationKind> = {
  'Conversation assigned': 'assigned',
  'Conversations assigned': 'assigned',
  'SLA breach warning': 'sla_warning',
  'SLA breached': 'sla_breach',
  'CSAT answered': 'csat',
  'Daily digest': 'digest',
}

/** The kind of notification by its template; null for sign-in emails, which can't be turned off. */
export const notificationKindOf = (template: string): NotificationKind | null =>
  Object.hasOwn(kinds, template) ? kinds[template as NoticeTemplate] : null
