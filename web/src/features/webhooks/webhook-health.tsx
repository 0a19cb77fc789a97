import type { Webhook } from '@parley/contract/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { clockTime, fullDate, RelativeTime } from '../../format/date-time.tsx'
import { urlHost } from '../../format/url-host.ts'
import { useNow } from '../../format/use-now.ts'
import { Badge } from '../../ui/display/badge.tsx'

/** The webhook's host, events and last successful delivery. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  return (
    <>
      {urlHost(webhook.url)} · {t('webhooks.events.count', { count: webhook.events.length })} ·{' '}
      {webhook.last_delivered_at ? (
        <>
          {t('webhooks.delivered')} <RelativeTime at={webhook.last_delivered_at} />
        </>
      ) : (
        t('webhooks.delivered.never')
      )}
    </>
  )
}

/** Shown while an active webhook is failing. */
export function WebhookHealthBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const now = useNow()
  const { failing_since, is_active } = webhook
  if (!failing_since || !is_active) return null
  const isToday = new Date(failing_since).toDateString() === now.toDateString()
  const when = isToday ? clockTime(failing_since) : fullDate(failing_since)
  return (
    <Badge tone="bad">
      <span className="max-md:hidden">{t('webhooks.failing', { when })}</span>
      <span className="md:hidden">{t('webhooks.failing.short')}</span>
    </Badge>
  )
}
