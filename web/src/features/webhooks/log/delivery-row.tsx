import type { WebhookDelivery } from '@parley/contract/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { StateBadge } from './state-badge.tsx'

/** One delivery: event, time, and the outcome of the last attempt. */
export function DeliveryRow({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const { t } = useTranslation()
  const { last_attempt } = delivery
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-b px-3 py-2 transition-colors hover:bg-hover">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpen}
          className="block max-w-full truncate text-left font-medium after:absolute after:inset-0 after:content-['']"
        >
          {t(`webhooks.event.${delivery.event}`)}
        </button>
        <p className="truncate text-xs text-ink-3 tabular-nums">
          <RelativeTime at={delivery.created_at} /> · {t('webhooks.attempts', { count: delivery.attempts })}
          {last_attempt?.status && !last_attempt.error && ` · ${last_attempt.status}`}
          {last_attempt && ` · ${last_attempt.took_ms} ms`}
        </p>
        {last_attempt?.error && (
          <p className="wrap-anywhere text-xs text-ink-2 max-md:line-clamp-2 md:truncate">
            {last_attempt.error}
          </p>
        )}
      </div>
      <StateBadge delivery={delivery} />
    </li>
  )
}
