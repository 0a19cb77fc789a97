import type { Notification } from '@parley/contract/notifications/notification-centre'
import type { TFunction } from 'i18next'

/** What happened, as a sentence. */
export function notificationText(n: Notification, t: TFunction): string {
  if (n.conversation === null) return t('centre.assigned_batch', { count: n.conversation_count })
  const kind = n.kind === 'followed' ? `followed_${n.change}` : n.kind
  const values = {
    actor: n.actor?.name ?? '',
    rating: n.rating ?? 0,
    metric: n.due ? t(`centre.metric.${n.due.metric}`) : '',
  }
  return t(n.actor && namedKinds.has(n.kind) ? `centre.${kind}.named` : `centre.${kind}`, values)
}

const namedKinds: ReadonlySet<Notification['kind']> = new Set([
  'assigned',
  'reply',
  'mention',
  'followed',
  'csat',
])

/** The page that it opens. */
export const notificationPath = ({ conversation, message_uuid }: Notification) =>
  conversation
    ? {
        to: `/inboxes/all/conversation/${conversation.uuid}`,
        ...(message_uuid && { hash: `message-${message_uuid}` }),
      }
    : { to: '/inboxes/assigned' }
