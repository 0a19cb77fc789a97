import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { LEDGER_PATH } from '../ledger/ledger-search.ts'
import { findInboxHealth, findReceivingError, healthQuery } from './inbox-health.ts'
import { MailboxCounts } from './mailbox-counts.tsx'

/** How an inbox receives email: latest email, queue, quarantine and errors. */
export function InboxHealthSummary({ inbox, address }: { inbox: Inbox; address: string }) {
  const { t } = useTranslation()
  const health = findInboxHealth(useQuery(healthQuery).data, inbox.id)
  const receivingError = inbox.enabled ? findReceivingError(health) : null
  return (
    <>
      {t(inbox.enabled ? 'inboxes.health.on' : 'inboxes.health.off', { address })}{' '}
      {health && (
        <>
          {health.last_mail_at ? (
            <>
              {t('inboxes.health.last')} <RelativeTime at={health.last_mail_at} />,{' '}
            </>
          ) : (
            <>{t('inboxes.health.never')} </>
          )}
          <Link
            to={LEDGER_PATH}
            search={{ state: 'quarantined', inbox: inbox.id }}
            className="underline decoration-line-strong underline-offset-2 hover:text-ink"
          >
            {t('inboxes.health.quarantined', { count: health.quarantined })}
          </Link>
          .
          {health.waiting_since && (
            <>
              {' '}
              {t('inboxes.health.waiting', { count: health.waiting })}{' '}
              <RelativeTime at={health.waiting_since} />.
            </>
          )}
        </>
      )}
      {inbox.enabled && health && <MailboxCounts mailboxes={health.mailboxes} />}
      {receivingError && (
        <span role="alert" className="mt-2 flex items-start gap-1.5 text-bad">
          <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
          {t('inboxes.health.trouble', { words: receivingError })}
        </span>
      )}
    </>
  )
}
