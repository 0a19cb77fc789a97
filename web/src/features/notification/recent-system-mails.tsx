import type { listSystemMails, SystemMail } from '@parley/contract/notifications/system-mail'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { RelativeTime } from '../../format/date-time.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { ErrorDetails } from '../../ui/display/error-details.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'

const tones: Record<SystemMail['status'], Tone> = {
  pending: 'warn',
  sent: 'good',
  failed: 'bad',
  dropped: 'neutral',
}

/** The delivery state of the most recent system emails. */
export function RecentSystemMails({
  query,
}: {
  query: UseQueryResult<z.output<(typeof listSystemMails)['response']>>
}) {
  const { t } = useTranslation()
  if (query.isPending) return <Skeleton className="h-10 w-full" />
  if (query.isError)
    return (
      <p role="alert" className="text-bad">
        {query.error.message}
      </p>
    )
  if (query.data.mails.length === 0) return <p className="text-ink-3">{t('notification.mails.none')}</p>
  return (
    <ul aria-label={t('notification.mails')} className="divide-y rounded-lg border">
      {query.data.mails.map((mail) => (
        <li key={mail.id} className="px-3 py-2">
          <div className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium">{mail.template}</span>{' '}
              <span className="text-ink-3">{t('notification.mails.to', { to: mail.to })}</span>
            </span>
            <span className="shrink-0 text-xs text-ink-3">
              <RelativeTime at={mail.created_at} />
            </span>
            <Badge tone={tones[mail.status]}>{t(`notification.mails.${mail.status}`)}</Badge>
          </div>
          {mail.delivery_error && (
            <p className="mt-0.5 text-xs break-words text-ink-2">{mail.delivery_error}</p>
          )}
          <ErrorDetails>{mail.delivery_details}</ErrorDetails>
        </li>
      ))}
    </ul>
  )
}
