import {
  markNotificationRead,
  markNotificationUnread,
  type Notification,
} from '@parley/contract/notifications/notification-centre'
import type { NotificationKind } from '@parley/contract/notifications/notifications'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  AlarmClock,
  AtSign,
  CalendarX,
  Eye,
  type LucideIcon,
  MailOpen,
  MailWarning,
  MailX,
  MessageSquare,
  Star,
  TriangleAlert,
  UserRoundCheck,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import type { NotificationPages } from './centre-queries.ts'
import { notificationPath, notificationText } from './notification-text.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  assigned: UserRoundCheck,
  reply: MessageSquare,
  mention: AtSign,
  followed: Eye,
  sla_warning: AlarmClock,
  sla_breach: TriangleAlert,
  csat: Star,
  send_failed: MailX,
  schedule_held: CalendarX,
}

export function NotificationRow({
  notification: n,
  onOpen,
}: {
  notification: Notification
  onOpen: () => void
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const isUnread = n.read_at === null
  const setRead = useApiMutation(
    (read: boolean) =>
      call(read ? markNotificationRead : markNotificationUnread, {
        params: { uuid: n.uuid },
        keepalive: true,
      }),
    {
      invalidateKey: queryKeys.notifications,
      onMutate: (read) => putRead(cache, n.uuid, read ? new Date().toISOString() : null),
    },
  )
  const Icon = icons[n.kind]
  const details = n.conversation && [
    n.conversation.subject || t('conversation.no_subject'),
    n.conversation.contact_name,
  ]
  return (
    <li className="group relative">
      <Link
        {...notificationPath(n)}
        data-row
        onClick={() => {
          if (isUnread) setRead.mutate(true)
          onOpen()
        }}
        className="flex gap-3 rounded-md px-2.5 py-2 outline-offset-[-2px] hover:bg-hover focus-visible:bg-hover"
      >
        <Icon
          size={16}
          aria-hidden
          className={clsx('mt-0.5 shrink-0', isUnread ? 'text-accent-text' : 'text-ink-3')}
        />
        <span className="min-w-0 flex-1">
          <span className={clsx('block', isUnread ? 'font-medium' : 'text-ink-2')}>
            {isUnread && <span className="sr-only">{t('centre.unread')} </span>}
            {notificationText(n, t)}
            {n.occurrences > 1 && n.conversation && (
              <span className="ml-1.5 rounded-full bg-surface-sunk px-1.5 text-2xs text-ink-2 tabular-nums">
                <span aria-hidden>{n.occurrences}</span>
                <span className="sr-only">{t('centre.occurrences', { count: n.occurrences })}</span>
              </span>
            )}
          </span>
          <span className="flex gap-2 text-xs text-ink-3">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {details?.filter((part) => part !== '').join(' · ')}
            </span>
            <RelativeTime at={n.happened_at} className="shrink-0 tabular-nums" />
          </span>
        </span>
        {isUnread && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
      </Link>
      <span className="absolute top-1.5 right-1.5 rounded-md bg-raised opacity-0 group-hover:opacity-100 focus-within:opacity-100">
        <IconButton
          label={t(isUnread ? 'centre.mark_read' : 'centre.mark_unread')}
          onClick={() => setRead.mutate(isUnread)}
        >
          {isUnread ? <MailOpen size={15} aria-hidden /> : <MailWarning size={15} aria-hidden />}
        </IconButton>
      </span>
    </li>
  )
}

/** Shown at once; the server's answer follows. */
function putRead(cache: QueryClient, uuid: string, read_at: string | null) {
  for (const unread of [true, false])
    cache.setQueryData(queryKeys.notificationList(unread), (data: NotificationPages | undefined) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              results: page.results.map((row) => (row.uuid === uuid ? { ...row, read_at } : row)),
            })),
          }
        : data,
    )
}
