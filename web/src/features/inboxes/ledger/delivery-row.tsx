import type { MailDelivery } from '@parley/contract/email/mail-deliveries'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { StateBadge } from './state-badge.tsx'

/** One delivery: subject, sender, inbox, and why it is not in a conversation. */
export function DeliveryRow({
  delivery,
  inbox,
  onOpen,
}: {
  delivery: MailDelivery
  inbox: string
  onOpen: () => void
}) {
  const { t } = useTranslation()
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-b px-3 py-2 transition-colors hover:bg-hover">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpen}
          className="block max-w-full truncate text-left font-medium after:absolute after:inset-0 after:content-['']"
        >
          {delivery.subject || t('ledger.no_subject')}
        </button>
        <p className="wrap-anywhere text-xs text-ink-3 max-md:line-clamp-2 md:truncate">
          {delivery.from_address ?? delivery.envelope.from ?? t('ledger.no_sender')} · {inbox} ·{' '}
          <RelativeTime at={delivery.received_at} />
        </p>
        {delivery.reason && (
          <p className="wrap-anywhere text-xs text-ink-2 max-md:line-clamp-2 md:truncate">
            {delivery.reason}
          </p>
        )}
      </div>
      <StateBadge state={delivery.state} />
    </li>
  )
}
