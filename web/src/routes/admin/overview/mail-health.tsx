import { parseFromHeader } from '@parley/contract/email/from-header'
import type { InboxHealth } from '@parley/contract/email/mail-deliveries'
import { type Inbox, listInboxes } from '@parley/contract/inboxes/inboxes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../../admin/entity-queries.ts'
import {
  findInboxHealth,
  findReceivingError,
  healthQuery,
  receivingState,
} from '../../../features/inboxes/health/inbox-health.ts'
import { MailboxCounts } from '../../../features/inboxes/health/mailbox-counts.tsx'
import { OverviewSection, SectionLoading } from './overview-section.tsx'
import { StateBadge } from './state-badge.tsx'

/** Whether each inbox receives and sends email, and its errors. */
export function MailHealth() {
  const { t } = useTranslation()
  const inboxes = useQuery(entitiesQuery('inboxes', listInboxes))
  const health = useQuery(healthQuery)
  return (
    <OverviewSection
      title={t('overview.mail')}
      more={{ to: '/admin/inboxes', label: t('overview.mail.more') }}
    >
      {!inboxes.data && <SectionLoading query={inboxes} />}
      {inboxes.data?.length === 0 && <p className="text-ink-2">{t('overview.mail.none')}</p>}
      {inboxes.data && inboxes.data.length > 0 && (
        <ul className="border-t">
          {inboxes.data.map((inbox) => (
            <InboxLine key={inbox.id} inbox={inbox} health={findInboxHealth(health.data, inbox.id)} />
          ))}
        </ul>
      )}
    </OverviewSection>
  )
}

function InboxLine({ inbox, health }: { inbox: Inbox; health: InboxHealth | undefined }) {
  const problems = inbox.enabled ? [findReceivingError(health), inbox.sending_error].filter(Boolean) : []
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 border-b py-2.5">
      <div className="min-w-48 flex-1 text-ink-2">
        <Link
          to="/admin/inboxes/$id/edit"
          params={{ id: inbox.id }}
          className="font-medium text-ink underline-offset-2 hover:underline"
        >
          {inbox.name}
        </Link>
        <span className="block truncate text-xs text-ink-3">{parseFromHeader(inbox.from).address}</span>
        {problems.map((problem) => (
          <span key={problem} className="mt-0.5 block text-xs text-bad [overflow-wrap:anywhere]">
            {problem}
          </span>
        ))}
        {inbox.enabled && health && (
          <span className="text-xs">
            <MailboxCounts mailboxes={health.mailboxes} />
          </span>
        )}
      </div>
      <span className="flex flex-wrap gap-1.5">
        {health && <StateBadge state={receivingState(inbox, health)} kind="receiving" />}
        {inbox.enabled && <StateBadge state={inbox.sending} kind="sending" />}
      </span>
    </li>
  )
}
